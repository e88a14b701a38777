import { language } from './texts/index.ts'

/** Returns the locale in which numbers and dates are written: English ones as in Britain, the day before the month. */
export const localeOf = (): string => (language === 'en' ? 'en-GB' : language)

export const formatNumber = (value: number): string =>
  new Intl.NumberFormat(localeOf()).format(value)

/** Formats the points of a score with one decimal. */
export const formatPoints = (value: number): string =>
  new Intl.NumberFormat(localeOf(), { maximumFractionDigits: 1 }).format(value)

/** Formats a moment with its time, such as `19 Nov 2026, 14:05`. */
export const formatMoment = (when: string | number, timeZone?: string): string =>
  new Intl.DateTimeFormat(localeOf(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone && { timeZone }),
  }).format(new Date(when))

/**
 * Formats a day, such as `19 Nov 2026`. A text such as `2026-11-19` is a day of a site already, so no time zone changes
 * it.
 */
export function formatDay(when: string | number, timeZone?: string): string {
  const isDay = typeof when === 'string' && when.length === 'YYYY-MM-DD'.length
  return new Intl.DateTimeFormat(localeOf(), {
    dateStyle: 'medium',
    ...(isDay ? { timeZone: 'UTC' } : timeZone && { timeZone }),
  }).format(new Date(when))
}

/** Writes the day of a moment as an input for days needs it, in the time zone of the browser: `2026-11-19`. */
export function dayHere(when: string): string {
  const date = new Date(when)
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

/**
 * Reads the days `from` and `to` of an address, in the browser's time zone. Returns the moments between which a list is
 * asked for; a text that is not a day is left out.
 */
export function momentsAsked(query: URLSearchParams): { from?: string; to?: string } {
  const [from, to] = [dayOf(query, 'from'), dayOf(query, 'to')]
  return {
    ...(from !== undefined && { from: startOfDay(from, 0) }),
    ...(to !== undefined && { to: startOfDay(to, 1) }),
  }
}

function dayOf(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name) ?? ''
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay ? text : undefined
}

/**
 * Returns the moment at which the day begins that is `later` days after `day`. It does not count hours, since a day on
 * which clocks change does not have 24.
 */
function startOfDay(day: string, later: number): string {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + later)
  return date.toISOString()
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Formats a part of a whole, such as `12 %`; a part below a tenth gets one decimal, such as `5.5 %`. */
export const formatPercent = (part: number, isSigned = false): string =>
  new Intl.NumberFormat(localeOf(), {
    style: 'percent',
    maximumFractionDigits: Math.abs(part) < 0.1 ? 1 : 0,
    ...(isSigned && { signDisplay: 'exceptZero' }),
  }).format(part)

/**
 * Returns the name of a country or language, by its code, in the language of the page; the code itself where no name is
 * known.
 */
export function formatCode(code: string, type: 'region' | 'language'): string {
  try {
    return new Intl.DisplayNames(localeOf(), { type }).of(code) ?? code
  } catch {
    return code
  }
}

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

export const isAhead = (when: string): boolean => new Date(when).getTime() > Date.now()

/** Says how long ago a moment was, or how far ahead it is: `3 sec. ago`, `in 2 days`. */
export function formatAgo(when: string | number): string {
  const seconds = Math.round((new Date(when).getTime() - Date.now()) / 1_000)
  const [unit, size] = UNITS.find(([, of]) => Math.abs(seconds) >= of) ?? ['second', 1]
  // Words such as `yesterday` are of calendar days, and this counts hours: 47 of them are one day.
  const numeric = seconds === 0 ? 'auto' : 'always'
  return new Intl.RelativeTimeFormat(localeOf(), { numeric, style: 'short' }).format(
    Math.trunc(seconds / size),
    unit,
  )
}

/** Says how long something took, by its largest unit: `4 sec`, `2 min`. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1_000
  const [unit, size] = UNITS.find(([, of]) => seconds >= of) ?? ['second', 1]
  return new Intl.NumberFormat(localeOf(), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: seconds < 10 ? 1 : 0,
  }).format(seconds / size)
}

/**
 * Returns the name of a language, by its tag, in the language of the page; the tag itself where the browser knows no
 * name.
 */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(localeOf(), { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

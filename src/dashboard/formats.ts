import { language } from './texts/index.ts'

/** How the formats spell a language: dates in English stand as in Britain, the day before the month. */
const localeOf = (): string => (language === 'en' ? 'en-GB' : language)

export const formatNumber = (value: number): string =>
  new Intl.NumberFormat(localeOf()).format(value)

/** Formats a moment with its time, such as `19 Nov 2026, 14:05`. */
export const formatMoment = (when: string | number, timeZone?: string): string =>
  new Intl.DateTimeFormat(localeOf(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone && { timeZone }),
  }).format(new Date(when))

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Says how long ago a moment was, or how far ahead it is: `3 sec. ago`, `in 2 days`. */
export function formatAgo(when: string | number, now: number): string {
  const seconds = Math.round((new Date(when).getTime() - now) / 1_000)
  const [unit, size] = UNITS.find(([, of]) => Math.abs(seconds) >= of) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(localeOf(), { numeric: 'auto', style: 'short' }).format(
    Math.trunc(seconds / size),
    unit,
  )
}

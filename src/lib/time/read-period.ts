import { DAY_MS } from './clock.ts'
import { isoToDay, monthStart } from './zone.ts'

/**
 * The calendar units that a period consists of, whole or up to now. Such a period is compared with the same number of
 * units before it.
 */
export interface CalendarUnits {
  unit: 'week' | 'month'
  /** The number of units: 1 for a week, 3 months for a quarter, 12 months for a year. */
  count: number
}

/** A period of local days: `from` inclusive, `to` exclusive, as day numbers since 1970-01-01. */
interface DatedPeriod {
  from: number
  to: number
  calendar?: CalendarUnits
}

/** The meaning of a period's words: days, the hours up to now, or all data. */
export type NamedPeriod = DatedPeriod | { hours: number } | 'all'

const MAX_HOURS = 72

const SEPARATOR = /\s*(?:\.{2,3}|\/|–|—)\s*|\s+(?:to|until|through|-)\s+/

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/**
 * Reads a period as people and models write it: `7d`, `last week`, `this_month`, `2026-11`, `November 2026`, `2026-Q3`,
 * `2026-11-01 to 2026-11-09`; undefined for a text that it does not know. A single day, month, quarter or year that has
 * begun ends with today at the latest.
 */
export function readPeriod(text: string, today: number): NamedPeriod | undefined {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const dated = readDated(words)
  if (dated) return upToToday(dated, today)
  const ends = words.split(SEPARATOR)
  if (ends.length === 2) return readEnds(ends, today)
  return readWords(words.replaceAll(/[ -]/g, '_'), today)
}

/** Reads a day, month, quarter or year. */
function readDated(text: string): DatedPeriod | undefined {
  const day = isoToDay(text)
  if (day !== undefined) return { from: day, to: day + 1 }
  const year = /^(\d{4})$/.exec(text)
  if (year) return monthsFrom(Number(year[1]), 0, 12)
  const quarter = /^(\d{4})[- ]?q([1-4])$/.exec(text) ?? /^q([1-4])[- ](\d{4})$/.exec(text)
  if (quarter) {
    const [a, b] = [Number(quarter[1]), Number(quarter[2])]
    return a > 4 ? monthsFrom(a, (b - 1) * 3, 3) : monthsFrom(b, (a - 1) * 3, 3)
  }
  const month = /^(\d{4})-(\d{2})$/.exec(text)
  if (month) return monthOf(Number(month[1]), Number(month[2]) - 1)
  const named = /^([a-z]{3,9})\.? (\d{4})$/.exec(text)
  return named ? monthOf(Number(named[2]), monthNamed(named[1] ?? '')) : undefined
}

/** Returns the place of an English month in the year, by its name or its first three letters; -1 for other words. */
function monthNamed(word: string): number {
  const place = MONTHS.indexOf(word.slice(0, 3))
  return place >= 0 && (word.length === 3 || FULL_MONTHS[place]?.startsWith(word)) ? place : -1
}

const FULL_MONTHS =
  'january february march april may june july august september october november december'.split(' ')

const monthOf = (year: number, month: number) =>
  month >= 0 && month < 12 ? monthsFrom(year, month, 1) : undefined

function monthsFrom(year: number, month: number, count: number) {
  const start = isoToDay(`${String(year).padStart(4, '0')}-01-01`)
  if (start === undefined) return undefined
  const from = monthStart(start, month)
  return { from, to: monthStart(from, count), calendar: { unit: 'month' as const, count } }
}

/** Reads `A..B` of days, months or `today` and `yesterday`; without B, through today. */
function readEnds(
  [first = '', last = '']: readonly string[],
  today: number,
): NamedPeriod | undefined {
  const from = readEnd(first, today)
  const to = last === '' ? { from: today, to: today + 1 } : readEnd(last, today)
  if (!from || !to) return undefined
  const days = { from: from.from, to: to.to }
  return { ...days, ...calendarOf(days) }
}

function readEnd(text: string, today: number) {
  if (text === 'today' || text === 'now') return { from: today, to: today + 1 }
  if (text === 'yesterday') return { from: today - 1, to: today }
  return readDated(text)
}

/** Returns the months that a period consists of where it is made of whole calendar months, and nothing for others. */
function calendarOf({ from, to }: DatedPeriod): Pick<DatedPeriod, 'calendar'> {
  if (to <= from || monthStart(from, 0) !== from || monthStart(to, 0) !== to) return {}
  let count = 1
  while (monthStart(from, count) < to) count += 1
  return { calendar: { unit: 'month', count } }
}

/** Returns a period that has begun without its days after today, and any other as it is. */
const upToToday = (period: DatedPeriod, today: number): DatedPeriod =>
  period.from <= today ? { ...period, to: Math.min(period.to, today + 1) } : period

function readWords(words: string, today: number): NamedPeriod | undefined {
  const lasting =
    /^(?:(?:the_)?(?:last|past|previous)_)?(\d{1,4})_?(h|hours?|d|days?|w|weeks?|mo|months?|y|years?)$/.exec(
      words,
    )
  if (lasting) return lastUnits(Number(lasting[1]), lasting[2] ?? 'd', today)
  return NAMED.get(words)?.(today) ?? lastMonthNamed(words, today)
}

/** Returns the latest month of an English name that has begun; undefined for other words. */
function lastMonthNamed(word: string, today: number): NamedPeriod | undefined {
  const month = monthNamed(word)
  if (month < 0) return undefined
  const back = (monthIndex(today) - month + 12) % 12
  return monthsAround(today, -back, 1)
}

/**
 * Returns the last `count` units up to now; months are those of the calendar, this one included. Undefined for none,
 * for more than 72 hours, and for more than ten years.
 */
function lastUnits(count: number, unit: string, today: number): NamedPeriod | undefined {
  if (count === 0) return undefined
  const tomorrow = today + 1
  if (unit.startsWith('h')) return count <= MAX_HOURS ? { hours: count } : undefined
  if (unit.startsWith('d')) return { from: tomorrow - count, to: tomorrow }
  if (unit.startsWith('w')) return { from: tomorrow - 7 * count, to: tomorrow }
  const months = unit.startsWith('y') ? 12 * count : count
  if (months > 120) return undefined
  return monthsAround(today, 1 - months, months)
}

const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7)

function week(today: number, shift: number): NamedPeriod {
  const from = mondayOf(today) + 7 * shift
  return upToToday({ from, to: from + 7, calendar: { unit: 'week', count: 1 } }, today)
}

/** Returns `count` months, of which the first is `shift` months after the present one. */
function monthsAround(today: number, shift: number, count: number): NamedPeriod {
  const from = monthStart(today, shift)
  const to = monthStart(today, shift + count)
  return upToToday({ from, to, calendar: { unit: 'month', count } }, today)
}

const monthIndex = (day: number): number => new Date(day * DAY_MS).getUTCMonth()

const quarter = (today: number, shift: number): NamedPeriod =>
  monthsAround(today, -(monthIndex(today) % 3) + 3 * shift, 3)

const year = (today: number, shift: number): NamedPeriod =>
  monthsAround(today, -monthIndex(today) + 12 * shift, 12)

const lastDays = (count: number) => (today: number) => ({ from: today + 1 - count, to: today + 1 })

type Reader = (today: number) => NamedPeriod

/** Returns one entry of `NAMED` for each of several words with the same meaning, which are separated by spaces. */
const words = (names: string, read: Reader): (readonly [string, Reader])[] =>
  names.split(' ').map((name) => [name, read])

/** The readers of periods with fixed words. A unit alone, such as `month`, means the last whole one. */
const NAMED: ReadonlyMap<string, Reader> = new Map([
  ...words('today', (today) => ({ from: today, to: today + 1 })),
  ...words('yesterday', (today) => ({ from: today - 1, to: today })),
  ...words('this_week wtd week_to_date', (today) => week(today, 0)),
  ...words('last_week previous_week week', (today) => week(today, -1)),
  ...words('past_week', lastDays(7)),
  ...words('this_month current_month mtd month_to_date', (today) => monthsAround(today, 0, 1)),
  ...words('last_month previous_month month', (today) => monthsAround(today, -1, 1)),
  ...words('past_month', lastDays(30)),
  ...words('this_quarter qtd quarter_to_date', (today) => quarter(today, 0)),
  ...words('last_quarter previous_quarter quarter', (today) => quarter(today, -1)),
  ...words('this_year ytd year_to_date', (today) => year(today, 0)),
  ...words('last_year previous_year', (today) => year(today, -1)),
  ...words('past_year', (today) => monthsAround(today, -11, 12)),
  ...words('all all_time alltime max lifetime', () => 'all'),
])

import * as z from 'zod'
import { HOUR_MS } from '../../lib/time/clock.ts'
import { type CalendarUnits, readPeriod } from '../../lib/time/read-period.ts'
import { daysRange, previousRange, type TimeRange, yearBefore } from '../../lib/time/time-range.ts'
import { dayToIso, isoToDay, localDay } from '../../lib/time/zone.ts'
import { invalidField, type ServiceError } from '../door/errors.ts'
import { checkEach } from '../door/every-refusal.ts'
import type { SiteDb } from '../../../db/site-db.ts'

/** The words for a range that answers and descriptions name; `readPeriod` knows more words. */
export const RANGE_NAMES = [
  '24h',
  'today',
  'yesterday',
  '7d',
  '28d',
  '90d',
  '12mo',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'last_quarter',
  'ytd',
  'all',
] as const

const DATED = 'YYYY-MM, YYYY-MM-DD or YYYY-MM-DD..YYYY-MM-DD'

const LEGAL = `Must be one of ${RANGE_NAMES.join(', ')}, any number of days such as 14d, ${DATED}`

export const RangeText = z
  .string()
  .max(60)
  .describe('Days, with today: 14d, last_week, 2026-11, 2026-11-03..2026-11-24')

export const Range = RangeText.default('28d')

export interface RangeInput {
  range?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const MAX_DAYS = 3_700

/**
 * Resolves the days that a query means, in the site's time zone: a period as `readPeriod` knows it, which ends with
 * today where it is not over. `all` begins with `firstDay`, the first day with data. Throws VALIDATION_FAILED with the
 * legal words.
 */
export function resolveRange(
  input: RangeInput,
  zone: string,
  nowMs: number,
  firstDay?: number,
): TimeRange {
  const today = localDay(zone, nowMs)
  if (input.from !== undefined || input.to !== undefined) return datedRange(input, zone, today)
  const period = readPeriod(input.range ?? '28d', today)
  if (period === undefined) throw unknownPeriod('range', input.range ?? '', LEGAL)
  if (period === 'all') {
    const from = Math.max(firstDay ?? today, today + 1 - MAX_DAYS)
    return wholeDays(zone, Math.min(from, today), today + 1)
  }
  if ('hours' in period) {
    return { days: null, instants: { fromMs: nowMs - period.hours * HOUR_MS, toMs: nowMs } }
  }
  return checkedDays('range', period, zone, today)
}

/** Throws VALIDATION_FAILED for an end of a range that is not a day before tomorrow. */
export const assertDay = (
  field: 'from' | 'to',
  text: string,
  zone: string,
  nowMs: number,
): number => parseDay(field, text, localDay(zone, nowMs))

function datedRange({ range, from, to }: RangeInput, zone: string, today: number): TimeRange {
  checkEach(
    [
      () => {
        if (range === undefined) return
        throw invalidField('range', 'conflict', 'Send either range, or from and to')
      },
      () => from !== undefined && parseDay('from', from, today),
      () => to !== undefined && parseDay('to', to, today),
    ],
    (check) => check(),
  )
  const first = parseDay('from', from ?? to ?? '', today)
  return wholeDays(zone, first, parseDay('to', to ?? dayToIso(today), today) + 1, 'from')
}

/** Throws VALIDATION_FAILED for days before 1970 and for days in the future. */
function checkedDays(
  field: string,
  { from, to, calendar }: { from: number; to: number; calendar?: CalendarUnits },
  zone: string,
  today: number,
): TimeRange {
  for (const day of [from, to - 1]) {
    if (day < 0) throw invalidField(field, 'invalid_date', 'Must not lie before 1970-01-01')
    if (day > today) {
      throw invalidField(
        field,
        'in_the_future',
        `${dayToIso(day)} lies ahead; today is ${dayToIso(today)}`,
      )
    }
  }
  return { ...wholeDays(zone, from, to, field), ...(calendar && { calendar }) }
}

export const COMPARE_WORDS = ['previous_period', 'previous_year', 'none'] as const

/** The legal word for a comparison, by the other names that models give to it. */
const COMPARE_ALIASES: ReadonlyMap<string, (typeof COMPARE_WORDS)[number]> = new Map([
  ...['previous', 'prev', 'prior', 'before', 'last_period', 'prior_period', 'true', 'yes'].map(
    (word) => [word, 'previous_period'] as const,
  ),
  ...['last_year', 'year_before', 'year_over_year', 'yoy'].map(
    (word) => [word, 'previous_year'] as const,
  ),
  ...['no', 'off', 'false', 'null'].map((word) => [word, 'none'] as const),
])

/**
 * Returns the range that a range is compared with; undefined for `none`. Throws VALIDATION_FAILED with the legal
 * words.
 */
export function comparedRange(
  compare: string,
  range: TimeRange,
  zone: string,
  nowMs: number,
): TimeRange | undefined {
  const word = compare.trim().toLowerCase().replaceAll(/[ -]+/g, '_')
  switch (COMPARE_ALIASES.get(word) ?? word) {
    case 'none':
      return undefined
    case 'previous_period':
      return previousRange(range, zone)
    case 'previous_year':
      return yearBefore(range, zone)
    default: {
      const today = localDay(zone, nowMs)
      const period = readPeriod(compare, today)
      if (period === undefined || period === 'all' || 'hours' in period) {
        const legal = `Must be one of ${COMPARE_WORDS.join(', ')}, a period such as last_month, ${DATED}`
        throw unknownPeriod('compare', compare, legal)
      }
      return checkedDays('compare', period, zone, today)
    }
  }
}

/**
 * Makes the refusal of a text that is no period: it names the first date in the text that no calendar has, or else the
 * legal words.
 */
function unknownPeriod(field: string, text: string, legal: string): ServiceError {
  const dates = text.match(/\d{4}-\d{2}-\d{2}/g) ?? []
  const wrong = dates.find((date) => isoToDay(date) === undefined)
  return wrong === undefined
    ? invalidField(field, 'invalid_range', legal)
    : invalidField(field, 'invalid_date', `${wrong} is no date; use YYYY-MM-DD`)
}

function wholeDays(zone: string, from: number, to: number, field = 'range'): TimeRange {
  if (to <= from) throw invalidField(field, 'invalid_range', 'Must not end before it begins')
  if (to - from > MAX_DAYS) throw invalidField(field, 'invalid_range', 'Must be at most ten years')
  return daysRange(zone, from, to)
}

function parseDay(field: string, text: string, today: number): number {
  const day = isoToDay(text)
  if (day === undefined) {
    throw invalidField(field, 'invalid_date', `${text.slice(0, 40)} is no date; use YYYY-MM-DD`)
  }
  if (day < 0) throw invalidField(field, 'invalid_date', `${text} lies before 1970-01-01`)
  if (day > today) {
    throw invalidField(field, 'in_the_future', `${text} lies ahead; today is ${dayToIso(today)}`)
  }
  return day
}

/**
 * Returns the spans of time in each of which enough readers must give a topic its name: the range, the one before it,
 * and the one that it is compared with. The one before is always included, so that a comparison does not change a
 * name.
 */
export function namingRanges(
  range: TimeRange,
  compared: TimeRange | undefined,
  zone: string,
  nowMs: number,
): TimeRange['instants'][] {
  const earlier = comparedRange('previous_period', range, zone, nowMs)
  const all = [range, earlier, compared].flatMap((one) => (one ? [one.instants] : []))
  return all.filter(
    (one, i) => all.findIndex((b) => b.fromMs === one.fromMs && b.toMs === one.toMs) === i,
  )
}

/**
 * Returns the first local day on which a site has an event or an answer of an engine; undefined where it has neither.
 */
async function firstDayOf(site: SiteDb): Promise<number | undefined> {
  const [{ firstDay }, checkAt] = await Promise.all([site.dataSpan(), site.citations.firstAt()])
  if (checkAt === undefined) return firstDay
  const day = localDay(site.row.rollup_timezone, checkAt)
  return firstDay === undefined ? day : Math.min(firstDay, day)
}

/**
 * Resolves the days that a query means on a site. `all` begins with the site's first day that has an event or an
 * answer of an engine, since engines may be asked before a reader comes.
 */
export async function siteRange(
  site: SiteDb,
  input: RangeInput,
  nowMs: number,
): Promise<TimeRange> {
  const isAll = readPeriod(input.range ?? '', 0) === 'all'
  const firstDay = isAll ? await firstDayOf(site) : undefined
  return resolveRange(input, site.row.rollup_timezone, nowMs, firstDay)
}

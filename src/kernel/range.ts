import * as z from 'zod'
import { DAY_MS } from '../lib/time/clock.ts'
import { daysRange, previousRange, yearBefore, type TimeRange } from '../lib/time/time-range.ts'
import { dayToIso, isoToDay, localDay, monthStart } from '../lib/time/zone.ts'
import { invalidField } from './errors.ts'

export const RANGE_NAMES = [
  '24h',
  'today',
  'yesterday',
  '7d',
  '28d',
  '30d',
  '90d',
  '12mo',
  'mtd',
  'month',
] as const

export const RangeText = z
  .string()
  .max(40)
  .describe(`${RANGE_NAMES.join(' ')} or YYYY-MM-DD..YYYY-MM-DD, site time`)

export const Range = RangeText.default('28d')

interface RangeInput {
  range?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const MAX_DAYS = 3_700

/**
 * Resolves the days that a query means. Named ranges end with today, which is not over yet, but for `yesterday` and
 * `month` (the last whole month). Throws VALIDATION_FAILED with what is legal.
 */
export function resolveRange(input: RangeInput, zone: string, nowMs: number): TimeRange {
  const today = localDay(zone, nowMs)
  if (input.from !== undefined || input.to !== undefined) return datedRange(input, zone, today)
  const name = input.range ?? '28d'
  if (name === '24h') return { days: null, instants: { fromMs: nowMs - DAY_MS, toMs: nowMs } }
  const named = namedDays(name, today)
  if (named) return wholeDays(zone, named.from, named.to)
  const [from, to, ...rest] = name.split('..')
  if (from === undefined || to === undefined || rest.length > 0) {
    throw invalidField(
      'range',
      'invalid_range',
      `Must be one of ${RANGE_NAMES.join(', ')} or YYYY-MM-DD..YYYY-MM-DD`,
    )
  }
  return wholeDays(zone, parseDay('range', from, today), parseDay('range', to, today) + 1)
}

function datedRange({ range, from, to }: RangeInput, zone: string, today: number): TimeRange {
  if (range !== undefined) {
    throw invalidField('range', 'conflict', 'Send either range, or from and to')
  }
  const first = parseDay('from', from ?? to ?? '', today)
  return wholeDays(zone, first, parseDay('to', to ?? dayToIso(today), today) + 1, 'from')
}

function namedDays(name: string, today: number): { from: number; to: number } | undefined {
  const lastDays = /^(7|28|30|90)d$/.exec(name)?.[1]
  if (lastDays !== undefined) return { from: today + 1 - Number(lastDays), to: today + 1 }
  switch (name) {
    case 'today':
      return { from: today, to: today + 1 }
    case 'yesterday':
      return { from: today - 1, to: today }
    case 'mtd':
      return { from: monthStart(today, 0), to: today + 1 }
    case 'month':
      return { from: monthStart(today, -1), to: monthStart(today, 0) }
    case '12mo':
      return { from: monthStart(today, -11), to: today + 1 }
    default:
      return undefined
  }
}

export const COMPARE_WORDS = ['previous_period', 'previous_year', 'none'] as const

/**
 * Resolves what a range is compared with; undefined for `none`. Throws VALIDATION_FAILED with what is legal.
 */
export function comparedRange(
  compare: string,
  range: TimeRange,
  zone: string,
  nowMs: number,
): TimeRange | undefined {
  switch (compare) {
    case 'none':
      return undefined
    case 'previous_period':
      return previousRange(range, zone)
    case 'previous_year':
      return yearBefore(range, zone)
    default: {
      const [from, to, ...rest] = compare.split('..')
      if (from === undefined || to === undefined || rest.length > 0) {
        throw invalidField(
          'compare',
          'invalid_range',
          `Must be one of ${COMPARE_WORDS.join(', ')} or YYYY-MM-DD..YYYY-MM-DD`,
        )
      }
      const today = localDay(zone, nowMs)
      const first = parseDay('compare', from, today)
      return wholeDays(zone, first, parseDay('compare', to, today) + 1, 'compare')
    }
  }
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

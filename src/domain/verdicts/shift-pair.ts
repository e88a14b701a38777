import { DAY_MS } from '../../lib/time/clock.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { monthStart } from '../../lib/time/zone.ts'
import { lengthOf, type DaySpan } from './day-sums.ts'

/** A range (`a`) and the range with which it is compared (`b`). */
export interface DayPair {
  a: DaySpan
  b: DaySpan
}

/** How two ranges are moved together into the past: by weeks, or by calendar months. */
export interface Shift {
  /** The length of one step, in units: a number of months, or of days, a multiple of 7. */
  step: number
  unit: 'day' | 'month'
  /** The number of steps into the past that are looked at. */
  steps: number
}

const MANY_STEPS = 26
const FEW_STEPS = 12
/** The most days of a step by which ranges take many steps into the past; with longer steps they take few. */
const LONG_STEP_DAYS = 14

/**
 * Returns the shift of a pair: calendar months move by as many months, any other range by as few whole weeks as hold
 * it.
 */
export function shiftOf({ calendar }: TimeRange, asked: DayPair): Shift {
  if (calendar?.unit === 'month' && isMonthStart(asked.a.from)) {
    return { step: calendar.count, unit: 'month', steps: FEW_STEPS }
  }
  const step = 7 * Math.ceil(lengthOf(asked.a) / 7)
  return { step, unit: 'day', steps: step <= LONG_STEP_DAYS ? MANY_STEPS : FEW_STEPS }
}

/** Moves both ranges `amount` units into the past, or into the future where it is negative. */
export function moveBack({ a, b }: DayPair, unit: Shift['unit'], amount: number): DayPair {
  if (unit === 'day') return { a: byDays(a, amount), b: byDays(b, amount) }
  const moved = byMonths(a, amount)
  return {
    a: moved,
    b: isMonthStart(b.from) ? byMonths(b, amount) : byDays(b, a.from - moved.from),
  }
}

export const byDays = ({ from, to }: DaySpan, days: number): DaySpan => ({
  from: from - days,
  to: to - days,
})

/**
 * Moves a range from the first of a month by months. Whole months stay whole; a part keeps its days, as far as the
 * months to which it moves have them.
 */
function byMonths({ from, to }: DaySpan, months: number): DaySpan {
  const start = monthStart(from, -months)
  const count = monthsIn({ from, to })
  const end = monthStart(start, count)
  return { from: start, to: isMonthStart(to) ? end : Math.min(start + to - from, end) }
}

/** Counts the months that a range from the first of a month touches. */
function monthsIn({ from, to }: DaySpan): number {
  const [first, last] = [from, to - 1].map((day) => new Date(day * DAY_MS))
  if (!first || !last) return 1
  const years = last.getUTCFullYear() - first.getUTCFullYear()
  return 12 * years + last.getUTCMonth() - first.getUTCMonth() + 1
}

export const isMonthStart = (day: number): boolean => monthStart(day, 0) === day

/** True for the number of a Monday; day 0 was a Thursday. */
const isMonday = (day: number): boolean => (day + 3) % 7 === 0

/** True for whole weeks from Monday to Sunday. */
export const areWholeWeeks = ({ from, to }: DaySpan): boolean =>
  isMonday(from) && (to - from) % 7 === 0

export const areWholeMonths = ({ from, to }: DaySpan): boolean =>
  isMonthStart(from) && isMonthStart(to)

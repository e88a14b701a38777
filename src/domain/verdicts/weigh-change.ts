import { measureChange, type MeasuredChange, type SeriesKind, type Tally } from './change.ts'
import type { Comparison } from './comparison-plan.ts'
import { lengthOf, type DaySpan, type DaySums } from './day-sums.ts'
import { middleOf } from './middle-of.ts'
import { MIN_PAST } from './judged-from.ts'
import { quantile975, upperTail } from './student-t.ts'
import { usualRange, type UsualRange } from './usual-range.ts'
import type { VerdictReason } from './verdict.ts'

/** A number that is judged, by day, over the days that a comparison reads. */
export interface JudgedSeries {
  kind: SeriesKind
  /** The events of a day. */
  numerator: DaySums
  /** The trials of a day; a count has none. */
  denominator?: DaySums
  /** The ratio of the variance of events to that of readers: 1 for readers and visits, else see `excessOf`. */
  phi: number
  /** The readers of a count of events by day; where they are not counted, its events are looked at in their place. */
  readers?: DaySums
}

/** The distance of a change from the usual ones, with the facts that it rests on. */
export interface WeighedChange {
  /** The distance from the nearest reference, in standard errors of the usual size. */
  score: number
  freedom: number
  p: number
  direction: 'up' | 'down'
  /** The reason that made the distance smaller, where it was beyond the limit without that reason. */
  explained: VerdictReason | null
  past: number
  usual: UsualRange
}

/**
 * The divisors that turn the sum of the squares of all changes but the two largest into a variance, by the number of
 * changes from 8 on. They come from 300,000 draws of changes between independent levels, like the degrees of freedom.
 */
const DIVISORS = [
  2.84, 3.5, 4.2, 4.92, 5.67, 6.42, 7.19, 7.98, 8.78, 9.59, 10.41, 11.24, 12.08, 12.92, 13.77,
  14.63, 15.49, 16.36, 17.23,
] as const

const freedomOf = (past: number): number => 0.8 * past - 1.2

/** A past change that could be counted. */
export interface PastChange extends MeasuredChange {
  /** The number of steps between the pair of ranges of this change and the one that is judged. */
  stepsBack: number
}

export const tallyOver = (
  days: DaySpan,
  { kind, numerator, denominator }: JudgedSeries,
): Tally => ({
  k: numerator.over(days),
  n: kind === 'count' ? lengthOf(days) : (denominator?.over(days) ?? 0),
})

/** Measures the change between two ranges of days; undefined where a rate has no trials in one of them. */
function changeBetween(
  later: DaySpan,
  earlier: DaySpan,
  series: JudgedSeries,
): MeasuredChange | undefined {
  const [now, before] = [tallyOver(later, series), tallyOver(earlier, series)]
  if (now.n === 0 || before.n === 0) return undefined
  return measureChange(series.kind, now, before, series.phi)
}

/** Lists the past changes of a series; pairs without trials on a side are left out. */
export function pastChanges({ past }: Comparison, series: JudgedSeries): PastChange[] {
  const changes: PastChange[] = []
  for (const { a, b, stepsBack } of past) {
    const change = changeBetween(a, b, series)
    if (change !== undefined) changes.push({ x: change.x, v: change.v, stepsBack })
  }
  return changes
}

/** Weighs the change of a series against at least 8 of its past changes. */
export function weighChange(
  comparison: Comparison,
  series: JudgedSeries,
  past: readonly PastChange[],
): WeighedChange {
  const { a, b, areWholeWeeksApart, level } = comparison
  const { kind, phi } = series
  const [now, before] = [tallyOver(a, series), tallyOver(b, series)]
  const { x, v } = measureChange(kind, now, before, phi)
  const centre = areWholeWeeksApart ? 0 : middleOf(past.map((change) => change.x))
  const wander = Math.max(0, varianceOf(past, centre) - meanVariance(past))
  const size = Math.sqrt(wander + v)
  const freedom = freedomOf(past.length)
  const width = quantile975(freedom)
  const found = { x, centre, limit: width * size }
  const { distance, reason } = nearest(comparison, series, found)
  const wasBeyond = reason !== null && 2 * upperTail(Math.abs(x - centre) / size, freedom) <= level
  return {
    score: distance / size,
    freedom,
    p: 2 * upperTail(distance / size, freedom),
    direction: x < centre ? 'down' : 'up',
    explained: wasBeyond ? reason : null,
    past: past.length,
    usual: usualRange(kind, { centre, wander, width }, { now, before, phi }),
  }
}

/** Computes the variance of past changes without the two largest, which may be odd weeks, and say nothing. */
function varianceOf(past: readonly PastChange[], centre: number): number {
  let sum = 0
  let largest = 0
  let second = 0
  for (const { x } of past) {
    const square = (x - centre) ** 2
    sum += square
    second = Math.max(second, Math.min(largest, square))
    largest = Math.max(largest, square)
  }
  return (sum - largest - second) / (DIVISORS[past.length - MIN_PAST] ?? Number.NaN)
}

/** Computes the harmonic mean of the variances that counting alone gives past changes. */
const meanVariance = (past: readonly PastChange[]): number =>
  past.length / past.reduce((sum, { v }) => sum + 1 / v, 0)

interface Found {
  x: number
  centre: number
  limit: number
}

/**
 * Returns the distance of a change from the usual centre, or from the nearer of two references, with that reference as
 * the reason.
 */
function nearest(
  { a, b, c, lastYear }: Comparison,
  series: JudgedSeries,
  { x, centre, limit }: Found,
): { distance: number; reason: VerdictReason | null } {
  const side = x < centre ? -1 : 1
  let distance = Math.abs(x - centre)
  let reason: VerdictReason | null = null
  const leap = c === null ? undefined : changeBetween(b, c, series)
  const whole = c === null ? undefined : changeBetween(a, c, series)
  if (leap !== undefined && whole !== undefined && -side * leap.x > limit) {
    const since = Math.max(0, side * whole.x)
    if (since < distance) [distance, reason] = [since, 'back_to_before']
  }
  for (const year of lastYear) {
    const then = changeBetween(year.a, year.b, series)
    if (then === undefined || side * (then.x - centre) <= limit) continue
    const apart = Math.abs(x - then.x)
    if (apart < distance) [distance, reason] = [apart, 'as_last_year']
  }
  return { distance, reason }
}

import { daysRange, previousRange, type TimeRange } from '../../../lib/time/time-range.ts'
import { isoToDay } from '../../../lib/time/zone.ts'
import { planComparison, type Comparison, type ComparisonPlan } from '../comparison-plan.ts'
import { RunningSums } from '../day-sums.ts'
import { judgeAgainstPast } from '../judge-against-past.ts'
import type { SiteHistory } from '../site-history.ts'
import type { Judgement } from '../verdict.ts'
import type { JudgedSeries } from '../weigh-change.ts'

/** Returns the number of a day by its date. */
export function day(date: string): number {
  const found = isoToDay(date)
  if (found === undefined) throw new TypeError(`${date} is no date`)
  return found
}

/** Monday 23 November 2026. */
export const MONDAY = day('2026-11-23')

export const range = (from: number, to: number): TimeRange => daysRange('UTC', from, to)

export const months = (from: string, to: string, count = 1): TimeRange => ({
  ...range(day(from), day(to)),
  calendar: { unit: 'month', count },
})

/** A history in which all of the past is known, without gaps and marks, and all counts are kept. */
export const ENDLESS: SiteHistory = { firstDay: 0, gaps: [], marks: [], keptDays: null }

/** Plans a comparison with the range right before. */
export const plan = (
  asked: TimeRange,
  {
    today = MONDAY,
    before = previousRange(asked, 'UTC'),
    ...history
  }: Partial<SiteHistory & { today: number; before: TimeRange }> = {},
): ComparisonPlan => planComparison(asked, before, today, { ...ENDLESS, ...history })

export function comparable(...args: Parameters<typeof plan>): Comparison {
  const found = plan(...args)
  if (found.kind !== 'comparable') throw new Error(`not comparable: ${found.reason}`)
  return found
}

/** The last closed week, compared with the one before. */
export const lastWeek = range(MONDAY - 7, MONDAY)

/** Weekly counts as days, the newest week first, up to `MONDAY`: all of a week on its first day. */
export function weekly(counts: readonly number[]): { firstDay: number; sums: RunningSums } {
  const days = counts.toReversed().flatMap((count) => [count, 0, 0, 0, 0, 0, 0])
  const firstDay = MONDAY - days.length
  return { firstDay, sums: new RunningSums(firstDay, days) }
}

/** Judges the newest of weekly counts. */
export function judgeWeeks(
  counts: readonly number[],
  { history = {}, ...series }: Partial<JudgedSeries & { history: Partial<SiteHistory> }> = {},
): Judgement {
  const { firstDay, sums } = weekly(counts)
  return judgeAgainstPast(plan(lastWeek, { firstDay, ...history }), {
    kind: 'count',
    numerator: sums,
    phi: 1,
    ...series,
  })
}

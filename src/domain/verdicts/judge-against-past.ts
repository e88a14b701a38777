import type { Tally } from './change.ts'
import type { Comparison, ComparisonPlan } from './comparison-plan.ts'
import { MIN_PAST } from './judged-from.ts'
import { unweighed, type Judgement } from './verdict.ts'
import {
  pastChanges,
  tallyOver,
  weighChange,
  type JudgedSeries,
  type PastChange,
  type WeighedChange,
} from './weigh-change.ts'

const MIN_READERS = 10
const MIN_TRIALS = 30

/** Judges the change of one number by its own past. */
export function judgeAgainstPast(plan: ComparisonPlan, series: JudgedSeries): Judgement {
  const found = settleOrWeigh(plan, series)
  return 'verdict' in found ? found : conclude(found, found.p <= levelOf(plan))
}

/** Returns the chance below which one change is unusual. */
export const levelOf = (plan: ComparisonPlan): number =>
  plan.kind === 'comparable' ? plan.level : 0

/** Returns the judgement where there is nothing to weigh, else how far the change lies from what is usual. */
export function settleOrWeigh(
  plan: ComparisonPlan,
  series: JudgedSeries,
): Judgement | WeighedChange {
  if (plan.kind === 'not_comparable') return unweighed('not_comparable', plan.reason)
  const past = pastChanges(plan, series)
  if (isTooFew(...sidesOf(plan, series))) return { ...unweighed('too_few'), past: past.length }
  if (past.length < MIN_PAST) return shortHistory(plan, past)
  return weighChange(plan, series, past)
}

/** Gives a change that was weighed its verdict. */
export const conclude = (
  { direction, explained, past, usual, p }: WeighedChange,
  isUnusual: boolean,
): Judgement => ({
  verdict: isUnusual ? `unusual_${direction}` : 'usual',
  reason: isUnusual ? null : explained,
  past,
  judgedFrom: null,
  usual,
  p,
})

/** One side of a change, with its readers where they are counted. */
interface Side extends Tally {
  readers: number
}

/** True where counts are so small that their change tells nothing. */
export function isTooFew(kind: JudgedSeries['kind'], a: Side, b: Side): boolean {
  if (kind === 'count') return Math.max(a.readers, b.readers) < MIN_READERS
  return Math.max(a.k, b.k) < MIN_READERS || Math.min(a.n, b.n) < MIN_TRIALS
}

function sidesOf({ a, b }: Comparison, series: JudgedSeries): Parameters<typeof isTooFew> {
  const readers = series.readers ?? series.numerator
  return [
    series.kind,
    { ...tallyOver(a, series), readers: readers.over(a) },
    { ...tallyOver(b, series), readers: readers.over(b) },
  ]
}

function shortHistory(plan: Comparison, past: readonly PastChange[]): Judgement {
  const reason = plan.isTooLong ? 'range_too_long' : null
  const judgedFrom = plan.past.length < MIN_PAST ? plan.judgedFrom : fullFrom(plan, past)
  return { ...unweighed('short_history', reason), past: past.length, judgedFrom }
}

/**
 * Finds the day from which a rate that had no trials in much of the past has enough past changes, if every range to
 * come has trials: each step adds one change, while the earliest ones fall out of the steps that are looked at.
 */
function fullFrom({ steps, laterEnds }: Comparison, past: readonly PastChange[]): number | null {
  const moves = laterEnds.findIndex((_, index) => {
    const kept = past.filter(({ stepsBack }) => stepsBack + index + 1 <= steps).length
    return kept + index + 1 >= MIN_PAST
  })
  return laterEnds[moves] ?? null
}

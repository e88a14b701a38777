import { poissonInterval, wilson, type Interval } from './intervals.ts'

/** What a change means. `not_comparable` is said of counts whose ranges were not observed alike. */
export const VERDICTS = [
  'moved_up',
  'moved_down',
  'within_noise',
  'insufficient_data',
  'not_comparable',
] as const
export type Verdict = (typeof VERDICTS)[number]

/** Fewer trials, or events on both sides, say nothing. */
const MIN_N = 10

/** A number with what it rests on. */
export interface Sample {
  isCount: boolean
  numerator: number
  /** Trials of a ratio; for a count the milliseconds that were observed. */
  denominator: number
}

/**
 * Whether a number moved: only when the 95 % intervals of both sides do not touch. Proportions by Wilson, counts and
 * rates that are no proportions as Poisson events over what they were observed in.
 */
export function judge(now: Sample, before: Sample, areComparable: boolean): Verdict {
  const { isCount } = now
  if (isCount && !areComparable) return 'not_comparable'
  if (isCount && Math.max(now.numerator, before.numerator) < MIN_N) return 'insufficient_data'
  if (!isCount && Math.min(now.denominator, before.denominator) < MIN_N) return 'insufficient_data'
  const [low, high] = intervalOf(now, before)
  const [lowBefore, highBefore] = intervalOf(before, now)
  if (low > highBefore) return 'moved_up'
  return high < lowBefore ? 'moved_down' : 'within_noise'
}

/** Both sides are measured alike: as proportions only if both are. */
function intervalOf(sample: Sample, other: Sample): Interval {
  const isProportion = [sample, other].every(
    ({ isCount, numerator, denominator }) => !isCount && numerator <= denominator,
  )
  const { numerator, denominator } = sample
  const interval = isProportion
    ? wilson(numerator, denominator)
    : poissonInterval(numerator, denominator)
  return interval ?? [0, 0]
}

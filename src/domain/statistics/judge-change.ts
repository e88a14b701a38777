import { poissonInterval, wilsonInterval, type Interval } from './intervals.ts'

/** Verdicts on a change. `not_comparable` is for counts whose ranges were not observed alike. */
export const CHANGE_VERDICTS = [
  'moved_up',
  'moved_down',
  'within_noise',
  'insufficient_data',
  'not_comparable',
] as const
export type ChangeVerdict = (typeof CHANGE_VERDICTS)[number]

/** No verdict is given when the trials of either side, or the larger of two counts, are below this. */
const MIN_SAMPLE_SIZE = 10

/** A number with its denominator. */
export interface Sample {
  isCount: boolean
  numerator: number
  /** The trials of a ratio; for a count, the milliseconds that were observed. */
  denominator: number
}

/**
 * Judges whether a number changed: only when the 95 % intervals of both sides do not overlap. Proportions use the
 * Wilson interval; counts, and rates that are no proportions, the Poisson interval.
 */
export function judgeChange(now: Sample, before: Sample, areComparable: boolean): ChangeVerdict {
  const { isCount } = now
  if (isCount && !areComparable) return 'not_comparable'
  if (isCount && Math.max(now.numerator, before.numerator) < MIN_SAMPLE_SIZE)
    return 'insufficient_data'
  if (!isCount && Math.min(now.denominator, before.denominator) < MIN_SAMPLE_SIZE)
    return 'insufficient_data'
  const [low, high] = intervalOf(now, before)
  const [lowBefore, highBefore] = intervalOf(before, now)
  if (low > highBefore) return 'moved_up'
  return high < lowBefore ? 'moved_down' : 'within_noise'
}

/** Both sides use the same kind of interval: that of proportions only when both are proportions. */
function intervalOf(sample: Sample, other: Sample): Interval {
  const isProportion = [sample, other].every(
    ({ isCount, numerator, denominator }) => !isCount && numerator <= denominator,
  )
  const { numerator, denominator } = sample
  const interval = isProportion
    ? wilsonInterval(numerator, denominator)
    : poissonInterval(numerator, denominator)
  return interval ?? [0, 0]
}

import { wilsonInterval } from '../statistics/intervals.ts'
import type { SeriesKind, Tally } from './change.ts'

/** The interval of a change that counting leaves open (95 %). It is no verdict. */
export interface ChangeInterval {
  low: number
  /** The upper end; null where nothing was counted before, so that a rise has no bound. */
  high: number | null
  /** The unit of both ends: parts of the number before, or a difference of two proportions. */
  unit: 'ratio' | 'difference'
  /** True where the interval excludes a change of zero, so that counting alone does not explain the change. */
  beyondCounting: boolean
}

/**
 * Computes the interval of the change of a number of readers or visits, or of a rate of them; null where neither side
 * counts anything.
 */
export function changeInterval(kind: SeriesKind, a: Tally, b: Tally): ChangeInterval | null {
  return kind === 'proportion' ? differenceInterval(a, b) : ratioInterval(a, b)
}

/**
 * Computes the interval of a ratio: the share of one side among both is a proportion, and its odds, by exposure, are
 * the ratio.
 */
function ratioInterval(a: Tally, b: Tally): ChangeInterval | null {
  const share = wilsonInterval(a.k, a.k + b.k)
  if (share === null || a.n <= 0 || b.n <= 0) return null
  const [low, high] = share.map((part) =>
    part >= 1 ? Number.POSITIVE_INFINITY : ((part / (1 - part)) * b.n) / a.n - 1,
  )
  return toInterval('ratio', low ?? 0, high ?? 0)
}

/**
 * Computes the interval of a difference of proportions from two Wilson intervals: method 10 of Newcombe in Statistics
 * in Medicine 17 (1998) 873.
 */
function differenceInterval(a: Tally, b: Tally): ChangeInterval | null {
  const [inA, inB] = [wilsonInterval(a.k, a.n), wilsonInterval(b.k, b.n)]
  if (inA === null || inB === null) return null
  const [pA, pB] = [a.k / a.n, b.k / b.n]
  return toInterval(
    'difference',
    pA - pB - Math.hypot(pA - inA[0], inB[1] - pB),
    pA - pB + Math.hypot(inA[1] - pA, pB - inB[0]),
  )
}

const toInterval = (unit: ChangeInterval['unit'], low: number, high: number): ChangeInterval => ({
  low,
  high: Number.isFinite(high) ? high : null,
  unit,
  beyondCounting: low > 0 || high < 0,
})

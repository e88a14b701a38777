import type { CheckStatus } from './finding.ts'
import type { RubricCheck } from './rubric-check.ts'

const WARN_COEFFICIENT = 0.5

/** Returns the share of its weight that a check earns, 0 to 1; undefined when it does not count (`na` and `error`). */
export function earnedShare(
  { warnCoefficient = WARN_COEFFICIENT }: Pick<RubricCheck, 'warnCoefficient'>,
  status: CheckStatus,
): number | undefined {
  switch (status) {
    case 'pass':
      return 1
    case 'warn':
      return warnCoefficient
    case 'fail':
      return 0
    case 'na':
    case 'error':
      return undefined
  }
}

/** True when a check counts: `na` and `error` do not change the score. */
export const isCounted = (status: CheckStatus): boolean => status !== 'na' && status !== 'error'

/** Computes a score, an integer from 0 to 100: the earned share of the possible points, limited by the lowest cap. */
export function toPercent(
  { points, weight }: { points: number; weight: number },
  caps: readonly { maxScore: number }[],
): number {
  const plain = weight === 0 ? 0 : Math.round((100 * points) / weight)
  return caps.reduce((least, { maxScore }) => Math.min(least, maxScore), plain)
}

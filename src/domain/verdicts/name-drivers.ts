import type { ComparisonPlan } from './comparison-plan.ts'
import type { DaySums } from './day-sums.ts'
import { judgeList } from './judge-list.ts'
import type { Judgement } from './verdict.ts'

/** A value of a dimension that may have driven the change of a total, with its judgement in the list. */
export interface DriverCandidate {
  judgement: Judgement
  /** The events of the value by day. */
  events: DaySums
}

export interface DriverTotal {
  judgement: Judgement
  /** The events of all values by day. */
  events: DaySums
  /** The `phi` of the total's own series (`JudgedSeries`). */
  phi: number
}

/**
 * Returns for each candidate whether it is named as a driver: it is unusual, and where the total is unusual in the same
 * direction, its share of the total is unusual in that direction too; otherwise it only moved with everything.
 */
export function nameDrivers(
  plan: ComparisonPlan,
  total: DriverTotal,
  candidates: readonly DriverCandidate[],
): boolean[] {
  const verdict = total.judgement.verdict
  const asked = candidates.filter(
    ({ judgement }) => isUnusual(judgement) && judgement.verdict === verdict,
  )
  const { judgements } = judgeList(
    asked.map(({ events: numerator }) => ({
      plan,
      series: { kind: 'proportion', numerator, denominator: total.events, phi: total.phi },
    })),
  )
  const shareVerdicts = new Map(asked.map((one, place) => [one, judgements[place]?.verdict]))
  return candidates.map((one) => {
    const share = shareVerdicts.get(one)
    return isUnusual(one.judgement) && (!shareVerdicts.has(one) || share === verdict)
  })
}

const isUnusual = ({ verdict }: Judgement): boolean =>
  verdict === 'unusual_up' || verdict === 'unusual_down'

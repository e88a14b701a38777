import { RunningSums } from '../../domain/verdicts/day-sums.ts'
import { nameDrivers } from '../../domain/verdicts/name-drivers.ts'
import type { Judgement } from '../../domain/verdicts/verdict.ts'
import type { JudgedSeries } from '../../domain/verdicts/weigh-change.ts'
import type { ComparedSites } from './compared-sites.ts'
import type { MetricId } from './metrics.ts'

/** The change of the whole, of which the values are parts. */
interface WholeChange {
  metric: MetricId
  compared: ComparedSites
  judgement: Judgement
}

/**
 * Says for each value whether it is a cause of the change of the whole. A value that is unusual only because everything
 * moved does not count as a cause.
 */
export async function nameCauses(
  { metric, compared, judgement }: WholeChange,
  judgements: readonly Judgement[],
  series: readonly (JudgedSeries | undefined)[],
): Promise<boolean[]> {
  const plan = compared.plan(metric)
  const isSomeUnusual = judgements.some(({ verdict }) => verdict?.startsWith('unusual') === true)
  if (plan.kind === 'not_comparable' || !isSomeUnusual) return judgements.map(() => false)
  const counts = await compared.totals([metric])
  const events = compared.series(metric, counts, counts).numerator
  return nameDrivers(
    plan,
    { judgement, events, phi: compared.excessOf(metric) },
    judgements.map((one, i) => ({
      judgement: one,
      events: series[i]?.numerator ?? NOTHING_COUNTED,
    })),
  )
}

const NOTHING_COUNTED = new RunningSums(0, [])

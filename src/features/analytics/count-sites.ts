import type { LeftOut } from '../../kernel/reads/left-out.ts'
import type { SitesQuestion } from '../../kernel/reads/sites-question.ts'
import type { Table } from '../../kernel/reads/table.ts'
import { askSites } from './ask-sites.ts'
import type { MetricId } from './metrics.ts'
import { SITE } from './sites-plan.ts'

/**
 * The counts of some sites: in `sites` first those that were counted, in their order, then those in `left` that still
 * exist, with null for each metric.
 */
export interface CountedSites {
  metrics: readonly MetricId[]
  sites: { id: string; values: (number | null)[] }[]
  left: readonly LeftOut[]
  frame: Pick<Table, 'range' | 'notes'>
}

/** Counts metrics for each site, ordered by one of them. `range` means for each site the days in its own time zone. */
export async function countSites(
  question: SitesQuestion,
  asked: { metrics: MetricId[]; range?: string | undefined; orderBy?: string | undefined },
): Promise<CountedSites> {
  const { metrics, range, orderBy } = asked
  const most = Math.max(1, question.heads.length)
  const { result, frame } = await askSites(
    question,
    { metrics, range, orderBy, dimensions: [SITE] },
    most,
  )
  const idOf = new Map(result.sites.map(({ domain, siteId }) => [domain, siteId]))
  const counted = result.rows.map(([domain, ...cells]) => ({
    id: idOf.get(String(domain)) ?? '',
    values: cells.map((cell) => (typeof cell === 'number' ? cell : null)),
  }))
  const nothing = metrics.map(() => null)
  const { range: days, notes = [] } = frame
  return {
    metrics,
    sites: [
      ...counted,
      ...result.leftOut
        .filter(({ reason }) => reason !== 'deleted')
        .map(({ siteId }) => ({ id: siteId, values: [...nothing] })),
    ],
    left: result.leftOut,
    frame: { ...(days && { range: days }), notes },
  }
}

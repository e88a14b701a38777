import { type Judgement, unweighed } from '../../domain/verdicts/verdict.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { alignedRows } from './aligned-rows.ts'
import type { ComparedSites } from './compared-sites.ts'
import { type JudgedTogether, judgeRows, type JudgedRow, type BothSides } from './judge-changes.ts'
import { measuresOf, type MetricId } from './metrics.ts'
import { groupedFactQuery } from './plan-query.ts'
import { NO_COUNTS, type QueryRun } from './query-run.ts'

/**
 * The number of largest rows of the range that are read to be judged. It is large enough to hold the largest rows of
 * both ranges.
 */
export const MAX_LISTED = 300

/**
 * True for an answer whose first rows are the largest by their first metric, so that no further rows are read for
 * verdicts.
 */
export function isOrderedBySize({ plan, before }: QueryRun): boolean {
  const { order, dimensions, grain, metrics } = plan
  const [first] = metrics
  const isOfOne = before !== undefined && grain === null && dimensions.length === 1
  if (!isOfOne || first === undefined || order.by !== 'value' || order.direction !== 'desc') {
    return false
  }
  const { value } = order
  return value.by === 'measure' && value.measure === measuresOf(first)[0]
}

/** A query about one site, with the range that it is compared with. */
export interface Compared {
  run: QueryRun
  before: TimeRange
  sites: ComparedSites
}

interface ListedRow extends BothSides {
  labels: readonly string[]
}

/**
 * Judges one metric of the rows of an answer, in one list with all rows that the answer would have without a limit, so
 * that no limit changes a verdict.
 */
export async function judgeListed(
  compared: Compared,
  id: MetricId,
  { rows, listed: known }: { rows: readonly ListedRow[]; listed: readonly ListedRow[] | undefined },
): Promise<JudgedTogether<Judgement[]>> {
  const { run, sites } = compared
  const plan = sites.plan(id)
  const [dimension, ...others] = run.plan.dimensions
  const isKnown = others.length === 0 && sites.hasDailySums([id], dimension)
  if (plan.kind === 'not_comparable' || !dimension || !isKnown) {
    const settled =
      plan.kind === 'not_comparable'
        ? unweighed('not_comparable', plan.reason)
        : unweighed(null, 'raw_events')
    return { judgements: rows.map(() => settled), lookedAt: 0 }
  }
  const listed = known ?? (await readListed(compared, id))
  const inOrder: JudgedRow[] = listed
    .map(({ labels, now, before }) => ({ id, sites, label: labels[0] ?? '', now, before }))
    // The order by label decides which rows of equal size are judged, so the order of the question changes no verdict.
    .toSorted((a, b) => (a.label < b.label ? -1 : 1))
  const { judgements, lookedAt } = await judgeRows(dimension, inOrder)
  const found = new Map(inOrder.map(({ label }, i) => [label, judgements[i]]))
  const beyond = unweighed(null, 'not_looked_at')
  return { judgements: rows.map(({ labels }) => found.get(labels[0] ?? '') ?? beyond), lookedAt }
}

/** Reads the largest rows of the range, each with its match in the compared range. */
async function readListed({ run, before }: Compared, id: MetricId): Promise<ListedRow[]> {
  const [events, trials] = measuresOf(id)
  const measure = trials ?? events
  const now = await run.site.facts({
    ...groupedFactQuery(run, run.range),
    ...(measure && {
      order: { by: 'value', value: { by: 'measure', measure }, direction: 'desc' },
    }),
    limit: MAX_LISTED,
  })
  const then = await alignedRows(run, before, now)
  return now.map((row, i) => ({ labels: row.labels, now: row, before: then[i] ?? NO_COUNTS }))
}

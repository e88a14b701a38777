import { NO_VALUE } from '../../../db/facts/dimensions.ts'
import type { CheckRate } from '../../../db/facts/check-cells.ts'
import type { RowMoments } from '../../../db/facts/check-certainty.ts'
import type { FactRow } from '../../../db/facts/fact-query.ts'
import {
  type ClusteredRate,
  type RateMoments,
  rateInterval,
  runsNeeded,
} from '../../domain/statistics/clustered-rate.ts'
import { intervalsOf, type CountedRow } from './metric-value.ts'
import { isCheckMetric } from './legality.ts'
import { type MetricId, metricOf } from './metrics.ts'
import { groupedFactQuery, type QueryPlan, totalFactQuery } from './plan-query.ts'
import type { AnalyticsResult } from './query.ts'
import type { QueryRun } from './query-run.ts'

/** True for a query about what engines answer. */
export const isAboutChecks = ({ metrics }: Pick<QueryPlan, 'metrics'>): boolean =>
  metrics.length > 0 && metrics.every(isCheckMetric)

/** Returns the count of a metric, and the whole that it is a part of; undefined for a count. */
export function checkRateOf(id: MetricId): CheckRate | undefined {
  const { value } = metricOf(id)
  if (value.by === 'ratio') return { part: value.numerator, whole: value.denominator }
  return value.by === 'mean' ? { part: value.sum, whole: value.of } : undefined
}

/** How sure the rates of an answer are. */
export interface RateCertainty {
  intervals: AnalyticsResult['intervals']
  rowIntervals: AnalyticsResult['rowIntervals']
  /** Further runs that a change of the first rate by ten points would need to be seen; null where that is not known. */
  moreRuns: number | null
  /** The questions, engines and runs that the first rate rests on; undefined where no rate is asked for. */
  restsOn:
    { queries: number; engines: number; runsPerCell: number; checksPerCell: number } | undefined
}

/** Returns the intervals of rates over checks: by their runs, since the answers of one run resemble each other. */
export async function readCertainty(
  run: QueryRun,
  totals: CountedRow,
  rows: readonly FactRow[],
): Promise<RateCertainty> {
  const { site, plan, query, range } = run
  const ids = plan.metrics.filter((id) => metricOf(id).unit === 'ratio')
  const rates = ids.flatMap((id) => checkRateOf(id) ?? [])
  const isDivided = query.dimensions.length > 0 && rows.length > 0
  const { whole, rows: found } = await site.rateMoments(
    isDivided ? groupedFactQuery(run, range) : totalFactQuery(run, range),
    rates,
    isDivided ? labelsOf(run, rows) : [],
  )
  const first = whole?.moments[0]
  const intervals = intervalsWith(ids, totals, run, whole?.moments)
  const listed = ids.length === 0 ? [] : rows
  const byRow = new Map(found.map((one) => [keyOf(one), one.moments]))
  const ofRows = listed.map((row) => intervalsWith(ids, row, run, byRow.get(keyOf(row))))
  return {
    intervals,
    rowIntervals: query.dimensions.length === 0 ? [intervals] : ofRows,
    moreRuns: first ? runsNeeded(rateInterval(first)) : null,
    restsOn: whole && first && perCell(whole, first),
  }
}

const perCell = (
  { queries, engines }: RowMoments,
  { cells, runs, checks }: RateMoments,
): RateCertainty['restsOn'] =>
  cells === 0
    ? undefined
    : { queries, engines, runsPerCell: runs / cells, checksPerCell: checks / cells }

/** The labels of rows, by dimension. */
const labelsOf = ({ plan }: Pick<QueryRun, 'plan'>, rows: readonly FactRow[]): string[][] =>
  plan.dimensions.map((_, i) => [...new Set(rows.map(({ labels }) => labels[i] ?? NO_VALUE))])

/** Narrows a query to the labels of rows. */
export function narrowedTo({ query, plan }: QueryRun, rows: readonly FactRow[]) {
  const labels = labelsOf({ plan }, rows)
  const filters = plan.dimensions.map((dimension, i) => ({
    dimension,
    op: 'in' as const,
    values: labels[i] ?? [],
  }))
  return { ...query, having: [], filters: [...query.filters, ...filters] }
}

const keyOf = ({ bucket, labels }: Pick<RowMoments, 'bucket' | 'labels'>): string =>
  JSON.stringify([bucket, ...labels])

function intervalsWith(
  ids: readonly MetricId[],
  row: CountedRow,
  { plan }: QueryRun,
  moments: readonly RateMoments[] = [],
): AnalyticsResult['intervals'] {
  const parts = intervalsOf(ids, row, plan.dimensions)
  return Object.fromEntries(
    ids.flatMap((id, i) => {
      const [part, sums] = [parts[id], moments[i]]
      const rate: ClusteredRate | undefined = sums && rateInterval(sums)
      if (!part) return []
      const moreRuns = rate ? runsNeeded(rate) : null
      return [[id, { ...part, ci95: rate?.interval ?? null, moreRuns }] as const]
    }),
  )
}

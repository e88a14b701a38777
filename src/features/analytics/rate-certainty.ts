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

/**
 * Returns the measure that a metric counts and the whole that it is divided by; undefined for a metric that is not a
 * rate over checks.
 */
export function checkRateOf(id: MetricId): CheckRate | undefined {
  const { value } = metricOf(id)
  if (value.by === 'ratio') return { part: value.numerator, whole: value.denominator }
  return value.by === 'mean' ? { part: value.sum, whole: value.of } : undefined
}

/** The certainty of the rates in an answer. */
export interface RateCertainty {
  intervals: AnalyticsResult['intervals']
  rowIntervals: AnalyticsResult['rowIntervals']
  /**
   * The number of further runs after which a change of the first rate by ten points would be seen; null where that is
   * not known.
   */
  moreRuns: number | null
  /**
   * The numbers of questions and engines that the first rate rests on, with the runs and checks of each cell; undefined
   * where no rate is asked for.
   */
  restsOn:
    { queries: number; engines: number; runsPerCell: number; checksPerCell: number } | undefined
}

/**
 * Reads the intervals of rates over checks. They are computed over runs, since the answers of one run resemble each
 * other.
 */
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

/** Returns the distinct labels of rows, one list for each dimension. */
const labelsOf = ({ plan }: Pick<QueryRun, 'plan'>, rows: readonly FactRow[]): string[][] =>
  plan.dimensions.map((_, i) => [...new Set(rows.map(({ labels }) => labels[i] ?? NO_VALUE))])

/** Returns a query with filters that keep only the labels of these rows. */
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

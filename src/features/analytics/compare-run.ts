import { NO_VALUE } from '../../../db/facts/dimensions.ts'
import type { FactRow } from '../../../db/facts/fact-query.ts'
import { formatRange, type TimeRange } from '../../lib/time/time-range.ts'
import { bucketsOf } from './buckets.ts'
import { comparability } from '../../domain/statistics/comparability.ts'
import { metricValue, type CountedRow, judgeMetric } from './metric-value.ts'
import type { MetricId } from './metrics.ts'
import { groupedFactQuery } from './plan-query.ts'
import type { AnalyticsResult } from './query.ts'
import { NO_COUNTS, readTotals, type QueryRun } from './query-run.ts'

export interface PeriodComparison {
  result: NonNullable<AnalyticsResult['comparison']>
  notes: string[]
}

/** Rows of the compared range that can be matched with the rows of an answer. */
const MAX_ROWS = 10_000

/**
 * Reads the compared range: its totals, and for each row the one that matches it (same place in time, same labels),
 * with a verdict on each change. Null where nothing is compared.
 */
export async function compareRun(
  run: QueryRun,
  totals: CountedRow,
  rows: readonly FactRow[],
): Promise<PeriodComparison | null> {
  const { query, plan, zone, now, site, before } = run
  if (!before) return null
  const { firstDay } = await site.dataSpan()
  const sides = comparability({ range: run.range, before, zone, now, firstDay })
  const totalsBefore = await readTotals(run, before)
  const verdictOf = (id: MetricId, ...ofBoth: [CountedRow, CountedRow]) =>
    judgeMetric(id, ofBoth, plan.dimensions, sides)
  const earlier =
    query.dimensions.length === 0 ? [totalsBefore] : await alignedRows(run, before, rows)
  const [first] = plan.metrics
  return {
    result: {
      range: formatRange(before),
      scale: sides.scale,
      totals: Object.fromEntries(
        valuesOf(run, totalsBefore).map(([id, value]) => [id, sides.isBeforeData ? null : value]),
      ),
      verdicts: Object.fromEntries(
        plan.metrics.map((id) => [id, verdictOf(id, totals, totalsBefore)]),
      ),
      rows: earlier.map((row) =>
        row && !sides.isBeforeData ? valuesOf(run, row).map(([, value]) => value) : null,
      ),
      rowVerdicts:
        first === undefined
          ? []
          : rows.map((row, i) => verdictOf(first, row, earlier[i] ?? NO_COUNTS)),
    },
    notes: sides.notes,
  }
}

const valuesOf = ({ plan }: QueryRun, row: CountedRow) =>
  plan.metrics.map((id) => [id, metricValue(id, row, plan.dimensions)] as const)

/** Answers for each row its match in the compared range, or null. */
export async function alignedRows(
  run: QueryRun,
  before: TimeRange,
  rows: readonly FactRow[],
): Promise<(FactRow | null)[]> {
  if (rows.length === 0) return []
  const { query, plan, site } = run
  const filters = plan.dimensions.map((dimension, i) => ({
    dimension,
    op: 'in' as const,
    values: [...new Set(rows.map(({ labels }) => labels[i] ?? NO_VALUE))],
  }))
  const hasShares = plan.metrics.some((id) => id === 'target_mix' || id === 'topic_share')
  const narrowed = {
    ...query,
    having: [],
    // The whole of a share includes rows that this answer may not show, so rows are not filtered by label.
    filters: hasShares ? query.filters : [...query.filters, ...filters],
  }
  const facts = groupedFactQuery({ ...run, query: narrowed }, before)
  const found = await site.facts({ ...facts, limit: MAX_ROWS })
  const place = placesOf(run, run.range)
  const placeBefore = placesOf(run, before)
  const rowByPlace = new Map(found.map((row) => [keyOf(row, placeBefore), row]))
  return rows.map((row) => rowByPlace.get(keyOf(row, place)) ?? null)
}

/** Numbers buckets by their place in the range, so that the third day is compared with the third day. */
export function placesOf({ plan, zone }: QueryRun, range: TimeRange): Map<number, number> {
  const buckets = plan.grain ? bucketsOf(range, plan.grain, zone) : []
  return new Map(buckets.map((bucket, i) => [bucket, i]))
}

const keyOf = ({ bucket, labels }: FactRow, places: Map<number, number>): string =>
  JSON.stringify([bucket === null ? null : places.get(bucket), ...labels])

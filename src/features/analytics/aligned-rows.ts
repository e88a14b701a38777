import { NO_VALUE } from '../../../db/facts/dimensions.ts'
import type { FactRow } from '../../../db/facts/fact-query.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { bucketsOf } from './buckets.ts'
import { groupedFactQuery } from './plan-query.ts'
import type { QueryRun } from './query-run.ts'

/** The most rows of the compared range that are read to find the matches of an answer's rows. */
const MAX_ROWS = 10_000

/**
 * Returns for each row the row of the compared range at the same place in time and with the same labels; null without
 * one.
 */
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

/**
 * Numbers the buckets of a range from 0 on, so that the third day of one range is compared with the third of another.
 */
export function placesOf({ plan, zone }: QueryRun, range: TimeRange): Map<number, number> {
  const buckets = plan.grain ? bucketsOf(range, plan.grain, zone) : []
  return new Map(buckets.map((bucket, i) => [bucket, i]))
}

const keyOf = ({ bucket, labels }: FactRow, places: Map<number, number>): string =>
  JSON.stringify([bucket === null ? null : places.get(bucket), ...labels])

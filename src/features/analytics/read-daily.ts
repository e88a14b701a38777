import type { FactDimension } from '../../../db/facts/dimensions.ts'
import type { FactQuery, FactRow } from '../../../db/facts/fact-query.ts'
import type { Measure } from '../../../db/facts/measures.ts'
import type { DaySpan } from '../../domain/verdicts/day-sums.ts'
import { daysRange } from '../../lib/time/time-range.ts'
import type { DailyCounts } from './daily-counts.ts'
import { measuresOf, type MetricId } from './metrics.ts'
import { groupedFactQuery, type QueryPlan } from './plan-query.ts'
import type { QueryRun } from './query-run.ts'

/** A query to be counted by day: as a whole or, with `dimension`, by the values of that one dimension. */
interface ByDay {
  run: QueryRun
  metrics: readonly MetricId[]
  dimension?: FactDimension | undefined
}

/**
 * True where the past of metrics is in the daily sums, so that reading it does not take long, as from single events.
 */
export const hasDailySums = ({ run, metrics, dimension }: ByDay): boolean =>
  run.range.days !== null &&
  !run.site.needsRawEvents(queryByDay({ run, metrics, dimension }, run.range.days, undefined))

/** Reads what a query counts on each day of `reads`, and adds it to `counts`, `shift` days earlier. */
export async function addDailyTotals(
  counts: DailyCounts,
  { run, metrics }: Omit<ByDay, 'dimension'>,
  reads: readonly DaySpan[],
  shift = 0,
): Promise<void> {
  const measures = measuresOfAll(metrics)
  for (const row of await readDays({ run, metrics }, reads)) {
    counts.add(row, measures, shift)
  }
}

/** The days to read, and the days among them on which a range of a comparison begins or ends. */
export interface ReadDays {
  reads: readonly DaySpan[]
  cuts: readonly number[]
}

/**
 * Reads what a query counts for some values of a dimension, and adds it to the counts of each value. It reads sums over
 * the days between cuts, since single days would be a hundred times as many rows.
 */
export async function addDailyValues(
  counts: ReadonlyMap<string, DailyCounts>,
  { run, metrics, dimension }: ByDay,
  { reads, cuts }: ReadDays,
  shift = 0,
): Promise<void> {
  if (counts.size === 0) return
  const measures = measuresOfAll(metrics)
  const values = [...counts.keys()]
  for (const days of reads) {
    const query = queryByDay({ run, metrics, dimension }, days, values)
    const within = cuts.filter((cut) => cut > days.from && cut < days.to)
    const monthStarts = [days.from, ...within, days.to]
    const limit = monthStarts.length * values.length
    // A month is any stretch of days that begins at one of these.
    const asked = { ...query, grain: 'month' as const, monthStarts, limit }
    for (const row of await run.site.facts(asked)) {
      counts.get(row.labels[0] ?? '')?.add(row, measures, shift)
    }
  }
}

async function readDays(by: ByDay, reads: readonly DaySpan[]): Promise<FactRow[]> {
  const windows = await Promise.all(
    reads.map((days) => by.run.site.facts(queryByDay(by, days, undefined))),
  )
  return windows.flat()
}

function queryByDay(
  { run, metrics, dimension }: ByDay,
  days: DaySpan,
  values: readonly string[] | undefined,
): FactQuery {
  const plan: QueryPlan = {
    ...run.plan,
    metrics: [],
    grain: 'day',
    dimensions: dimension === undefined ? [] : [dimension],
    measures: measuresOfAll(metrics),
    order: { by: 'time', direction: 'asc' },
  }
  const narrowed =
    dimension === undefined || values === undefined
      ? []
      : [{ dimension, op: 'in' as const, values: [...values] }]
  const query = { ...run.query, filters: [...run.query.filters, ...narrowed], having: [] }
  const asked = groupedFactQuery({ ...run, plan, query }, daysRange(run.zone, days.from, days.to))
  return { ...asked, limit: (days.to - days.from) * Math.max(1, values?.length ?? 1) }
}

const measuresOfAll = (metrics: readonly MetricId[]): Measure[] => [
  ...new Set(metrics.flatMap(measuresOf)),
]

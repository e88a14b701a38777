import type { FactRow } from '../../../db/facts/fact-query.ts'
import { zeroValues } from '../../../db/facts/measures.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { comparedRange, namingRanges, siteRange } from '../../kernel/reads/range.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { bucketsOf, incompleteBuckets } from './buckets.ts'
import { isCheckMetric } from './legality.ts'
import type { CountedRow } from './metric-value.ts'
import { type PlannedQuery, planQuery, totalFactQuery } from './plan-query.ts'
import type { AnalyticsQuery } from './query.ts'

/** One query with its site and the time at which it was asked. */
export interface QueryRun extends PlannedQuery {
  site: SiteDb
  range: TimeRange
  now: number
  /** The buckets of the range that have begun, in order; empty without a grain. */
  buckets: readonly number[]
  /** The buckets that the range does not hold whole. */
  partial: readonly number[]
  /** The range that is compared with, where there is one. */
  before: TimeRange | undefined
  /** Months of daily sums that the plan of the organization keeps. */
  keptMonths: number
}

/** When a query is asked, and for whom. */
export interface RunServices {
  now: number
  /** Topics that fewer readers asked about share one name; without it, each topic has its own. */
  minAskers?: number | undefined
  /** Months of daily sums that the plan keeps. It is left out where nothing is compared, or sums are kept for ever. */
  keptMonths?: number | undefined
}

/**
 * Plans a query whose filters were read. `firstDay` is the first with data, where it may cut a bucket. Throws as
 * `siteRange` and `planQuery`.
 */
export async function startQueryRun(
  site: SiteDb,
  query: AnalyticsQuery,
  { now, minAskers, keptMonths = Number.POSITIVE_INFINITY }: RunServices,
  firstDay?: number,
): Promise<QueryRun> {
  const zone = site.row.rollup_timezone
  const range = await siteRange(site, query, now)
  const plan = planQuery(query, minAskers)
  const { grain } = plan
  const all = grain ? bucketsOf(range, grain, zone) : []
  // Hours that have not come are no part of a series; days and longer buckets end with today anyway.
  const buckets = grain === 'hour' ? all.filter((bucket) => bucket <= now) : all
  // Engines may be asked before the first event, which cuts no bucket of theirs.
  const begun = plan.metrics.some(isCheckMetric) ? undefined : firstDay
  const partial = grain ? incompleteBuckets(buckets, range, grain, zone, now, begun) : []
  const before = comparedRange(query.compare, range, zone, now)
  const naming = () => namingRanges(range, before, zone, now)
  return { site, query, plan, range, zone, now, buckets, partial, before, naming, keptMonths }
}

export const NO_COUNTS: CountedRow = { values: zeroValues(), wholes: {} }

export async function readTotals(run: QueryRun, range: TimeRange): Promise<CountedRow> {
  const [row] = await run.site.facts(totalFactQuery(run, range))
  // A total is its own whole.
  return row ? { values: row.values, wholes: row.values } : NO_COUNTS
}

/** Adds counts up over buckets of days, which are all counted day by day. */
export function sumRows({ plan }: QueryRun, rows: readonly FactRow[]): CountedRow {
  const values = zeroValues()
  for (const row of rows) for (const id of plan.measures) values[id] += row.values[id]
  return { values, wholes: values }
}

/** A bucket of a series for which nothing was stored. */
export const emptyRow = (bucket: number): FactRow => ({
  bucket,
  labels: [],
  values: zeroValues(),
  wholes: {},
  key: [bucket, bucket],
})

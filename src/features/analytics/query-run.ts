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
  /** The buckets of the range, in order, of hours only those that have begun; empty without a grain. */
  buckets: readonly number[]
  /** The buckets that are incomplete, as `incompleteBuckets` finds them. */
  partial: readonly number[]
  /** The range that the range is compared with; undefined where nothing is compared. */
  before: TimeRange | undefined
  /** The number of months for which the organization's plan keeps daily sums. */
  keptMonths: number
}

/** The time at which a query is asked, and what the caller's plan and face decide about it. */
export interface RunServices {
  now: number
  /**
   * The number of readers below which a topic shares one name with all other such topics; if absent, each topic has its
   * own.
   */
  minAskers?: number | undefined
  /**
   * The number of months for which the plan keeps daily sums; absent where nothing is compared, or sums are kept for
   * ever.
   */
  keptMonths?: number | undefined
}

/**
 * Plans a query whose filters were already read. `firstDay` is the first day with data; if given, the bucket that it
 * cuts counts as incomplete. Throws as `siteRange` and `planQuery`.
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

/** Adds up the counts of rows. Their measures must add up over days, as those that are counted by day do. */
export function sumRows({ plan }: QueryRun, rows: readonly FactRow[]): CountedRow {
  const values = zeroValues()
  for (const row of rows) for (const id of plan.measures) values[id] += row.values[id]
  return { values, wholes: values }
}

/** Returns the row of a bucket of a series for which nothing was stored. */
export const emptyRow = (bucket: number): FactRow => ({
  bucket,
  labels: [],
  values: zeroValues(),
  wholes: {},
  key: [bucket, bucket],
})

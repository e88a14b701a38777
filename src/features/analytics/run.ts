import type { FactRow } from '../../../db/facts/fact-query.ts'
import { zeroValues } from '../../../db/facts/measures.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { bucketsOf, incompleteBuckets } from './buckets.ts'
import type { Counted } from './metric-value.ts'
import { totalFacts, type Plan } from './plan-facts.ts'
import type { AnalyticsQuery } from './query.ts'

/** One query on its way: what was asked, of which site, and when. */
export interface Run {
  site: SiteDb
  query: AnalyticsQuery
  plan: Plan
  range: TimeRange
  zone: string
  now: number
  /** Of the range, in order; none without a grain. */
  buckets: readonly number[]
  /** Those that the range does not hold whole. */
  partial: readonly number[]
}

/** What of a run follows from the rest of it. */
export function startRun(run: Omit<Run, 'buckets' | 'partial'>): Run {
  const { range, zone, now } = run
  const { grain } = run.plan
  const buckets = grain ? bucketsOf(range, grain, zone) : []
  const partial = grain ? incompleteBuckets(buckets, range, grain, zone, now) : []
  return { ...run, buckets, partial }
}

export const NOTHING: Counted = { values: zeroValues(), wholes: {} }

export async function readTotals(
  { site, query, plan, zone }: Run,
  range: TimeRange,
): Promise<Counted> {
  const [row] = await site.facts(totalFacts(query, plan, range, zone))
  // A total is the whole of itself.
  return row ? { values: row.values, wholes: row.values } : NOTHING
}

/** Days are counted one by one, so everything that is counted adds up over buckets of days. */
export function summed({ plan }: Run, rows: readonly FactRow[]): Counted {
  const values = zeroValues()
  for (const row of rows) for (const id of plan.measures) values[id] += row.values[id]
  return { values, wholes: values }
}

export const emptyRow = (bucket: number): FactRow => ({
  bucket,
  labels: [],
  values: zeroValues(),
  wholes: {},
  key: [bucket, bucket],
})

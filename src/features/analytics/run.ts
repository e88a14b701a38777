import type { FactRow } from '../../../db/facts/fact-query.ts'
import { noValues } from '../../../db/facts/measures.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { ResolvedRange } from '../../core/range.ts'
import type { Counted } from './metric-value.ts'
import { totalFacts, type Plan } from './plan-facts.ts'
import type { AnalyticsQuery } from './query.ts'

/** One query on its way: what was asked, of which site, and when. */
export interface Run {
  site: SiteDb
  query: AnalyticsQuery
  plan: Plan
  range: ResolvedRange
  zone: string
  now: number
}

export const NOTHING: Counted = { values: noValues(), wholes: {} }

export async function readTotals(
  { site, query, plan, zone }: Run,
  range: ResolvedRange,
): Promise<Counted> {
  const [row] = await site.facts(totalFacts(query, plan, range, zone))
  // A total is the whole of itself.
  return row ? { values: row.values, wholes: row.values } : NOTHING
}

export const emptyRow = (bucket: number): FactRow => ({
  bucket,
  labels: [],
  values: noValues(),
  wholes: {},
  key: [],
})

import { sql } from 'kysely'
import { ASKER_COUNT } from '../facts/asker-count.ts'
import { timeGuardBy, timeGuard } from '../facts/time-guard.ts'
import type { Db } from '../tables/schema.ts'
import type { SearchTerm } from './full-text.ts'
import { wordHits } from './text-index.ts'

/** The number of topics with matching names that are read for one result, since many topics have too few askers. */
const CANDIDATES = 10

export interface TopicHit {
  site_num: number
  id: string
  label: string
  rank: number
}

/** Finds topics of some sites whose name has any of the terms and that enough readers asked about, best first. */
export async function searchTopics(
  db: Db,
  siteNums: readonly number[],
  terms: readonly SearchTerm[],
  { limit, minAskers }: { limit: number; minAskers: number },
): Promise<TopicHit[]> {
  if (terms.length === 0) return []
  const wanted = { siteNums, terms, mode: 'any' } as const
  // Names are matched first, because counting the askers of a topic reads every question of the site.
  const { rows } = await sql<TopicHit>`
    WITH named AS MATERIALIZED (SELECT t.num, t.site_num, t.id, t.label, hit.rank
      FROM ${wordHits('topic', wanted)} JOIN topic AS t ON t.num = hit.num
      WHERE t.site_num IN (${sql.join(siteNums)}) AND ${timeGuardBy(sql`t.num`)} ORDER BY hit.rank, t.num LIMIT ${limit * CANDIDATES})
    SELECT named.site_num, named.id, named.label, named.rank FROM named JOIN (
      SELECT q.topic_num, ${ASKER_COUNT} AS askers FROM question AS q
      WHERE q.site_num IN (SELECT site_num FROM named) AND q.topic_num IN (SELECT num FROM named)
        AND ${timeGuard('q')} GROUP BY q.topic_num
    ) AS asked ON asked.topic_num = named.num
    WHERE asked.askers >= ${minAskers} ORDER BY named.rank, named.num LIMIT ${limit}`.execute(db)
  return rows
}

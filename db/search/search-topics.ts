import { sql } from 'kysely'
import { NAMER_COUNT } from '../facts/asker-count.ts'
import { TOPIC_NUM, WITH_NAME, WITH_TOPIC } from '../facts/question-topic.ts'
import { timeGuardBy, timeGuard } from '../facts/time-guard.ts'
import type { Db } from '../tables/schema.ts'
import type { SearchTerm } from './full-text.ts'
import { wordHits } from './text-index.ts'

/** The matching topics that are read for one result, since many topics have too few askers. */
const CANDIDATES = 10

export interface TopicHit {
  site_num: number
  id: string
  label: string
  rank: number
}

/** Finds topics of some sites whose names have any of the terms and that enough readers asked about, best first. */
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
    WITH found AS MATERIALIZED (SELECT t.num, t.site_num, t.id, t.label, hit.rank
      FROM ${wordHits('topic', wanted)} JOIN topic AS t ON t.num = hit.num
      WHERE t.site_num IN (${sql.join(siteNums)}) AND t.part_of = 0 AND ${timeGuardBy(sql`t.num`)} ORDER BY hit.rank, t.num LIMIT ${limit * CANDIDATES})
    SELECT found.site_num, found.id, found.label, found.rank FROM found JOIN (
      SELECT ${TOPIC_NUM} AS topic_num, ${NAMER_COUNT} AS askers FROM question AS q ${WITH_TOPIC} ${WITH_NAME}
      WHERE q.site_num IN (SELECT site_num FROM found) AND ${TOPIC_NUM} IN (SELECT num FROM found)
        AND ${timeGuard('q')} GROUP BY 1
    ) AS asked ON asked.topic_num = found.num
    WHERE asked.askers >= ${minAskers} ORDER BY found.rank, found.num LIMIT ${limit}`.execute(db)
  return rows
}

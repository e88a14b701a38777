import { sql } from 'kysely'
import { timeGuard } from '../facts/time-guard.ts'
import type { Db } from '../tables/schema.ts'
import type { SearchTerm } from './full-text.ts'
import { wordHits } from './text-index.ts'

export interface QuestionHit {
  site_num: number
  at: number
  seq: number
  text: string
  page_url: string | null
  /** The canonical address that the page states; null where it states none. */
  canonical_url: string | null
  /** 1 where a scan has read the page, else 0. */
  is_read: number
  rank: number
}

/** The questions that are read for one result, since popular ones are asked again and again. */
const ASKINGS_PER_RESULT = 20

/** Finds questions of some sites that have any of the terms, best first, each text once with its latest time. */
export async function searchQuestions(
  db: Db,
  siteNums: readonly number[],
  terms: readonly SearchTerm[],
  limit: number,
): Promise<QuestionHit[]> {
  if (terms.length === 0) return []
  const wanted = { siteNums, terms, mode: 'any' } as const
  const { rows } = await sql<QuestionHit>`
    SELECT q.site_num, q.at, q.seq, q.text, p.url AS page_url, r.canonical_url,
      CASE WHEN r.record IS NOT NULL THEN 1 ELSE 0 END AS is_read, hit.rank
    FROM ${wordHits('question', wanted)} JOIN question AS q ON q.num = hit.num
      LEFT JOIN page AS p ON p.num = q.page_num
      LEFT JOIN page_record AS r ON r.page_num = p.num
    WHERE q.site_num IN (${sql.join(siteNums)}) AND q.text IS NOT NULL AND ${timeGuard('q')}
    ORDER BY hit.rank, q.num DESC LIMIT ${limit * ASKINGS_PER_RESULT}`.execute(db)
  const byText = new Map<string, QuestionHit>()
  for (const row of rows) {
    const wording = `${row.site_num} ${row.text.toLowerCase()}`
    if (!byText.has(wording)) byText.set(wording, row)
  }
  return [...byText.values()].slice(0, limit)
}

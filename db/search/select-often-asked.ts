import { sql } from 'kysely'
import { askerCount } from '../facts/asker-count.ts'
import { timeGuard } from '../facts/time-guard.ts'
import type { Db } from '../tables/schema.ts'

export interface OftenAskedQuery {
  fromMs: number
  /** Only questions that so many askers put on one page (distinct addresses of each day, summed). */
  minAskers: number
  /** At most so many of each page, and in all. */
  perPage: number
  limit: number
}

export interface OftenAsked {
  pageNum: number
  text: string
}

/**
 * Selects what readers asked on each page of a site, in the same words: those of the most askers first. Questions that
 * are marked for deletion are none any more.
 */
export async function selectOftenAsked(
  db: Db,
  siteNum: number,
  { fromMs, minAskers, perPage, limit }: OftenAskedQuery,
): Promise<OftenAsked[]> {
  const { rows } = await sql<OftenAsked>`
    SELECT g.page AS "pageNum", q.text
    FROM (SELECT q.page_num AS page, MIN(q.num) AS num, ${askerCount('q')} AS askers,
        ROW_NUMBER() OVER (PARTITION BY q.page_num ORDER BY ${askerCount('q')} DESC, MIN(q.num)) AS place
      FROM question AS q
      WHERE q.site_num = ${siteNum} AND q.at >= ${fromMs} AND ${timeGuard('q')}
        AND q.page_num > 0 AND q.text IS NOT NULL
        AND q.num > COALESCE((SELECT last_question FROM question_purge WHERE site_num = ${siteNum}), 0)
      GROUP BY q.page_num, q.text_hash HAVING ${askerCount('q')} >= ${minAskers}) AS g
      JOIN question AS q ON q.num = g.num
    WHERE g.place <= ${perPage} ORDER BY g.askers DESC, g.page, g.place LIMIT ${limit}`.execute(db)
  return rows
}

import { sql, type RawBuilder } from 'kysely'
import { timeGuardBy } from '../facts/time-guard.ts'
import type { Db } from '../tables/schema.ts'
import type { FullTextTable, SearchTerm } from './full-text.ts'
import { LIVE_STATES } from './live-pages.ts'
import { wordHits } from './text-index.ts'

/** A word that is searched for, in all its forms. */
export interface SoughtWord {
  terms: readonly SearchTerm[]
  /**
   * A text of letters, digits and signs, in lower case, that a page must hold as well, since the index has no signs.
   */
  literal?: string | undefined
}

/** A page that has a word; `word` is the index of the word in the list that was asked for. */
export interface WordPage {
  word: number
  pageId: string
}

/**
 * Finds for each word the pages of some sites that have it in any of its forms: at most `limit` pages for a word, in no
 * order. It reads no further than that, so that a common word costs no more than a rare one.
 */
export async function pagesOfWords(
  db: Db,
  siteNums: readonly number[],
  words: readonly SoughtWord[],
  limit: number,
): Promise<WordPage[]> {
  if (words.length === 0 || siteNums.length === 0) return []
  const each = words.map(
    (word, i) => sql`SELECT * FROM (SELECT DISTINCT ${sql.lit(i)} AS word, page_num FROM (
      ${standsIn(siteNums, word)}) AS found LIMIT ${limit}) AS held`,
  )
  const { rows } = await sql<WordPage>`
    SELECT held.word, p.id AS "pageId" FROM (${sql.join(each, sql` UNION ALL `)}) AS held
      JOIN page AS p ON p.num = held.page_num`.execute(db)
  return rows
}

/**
 * Returns a SELECT of the numbers of live pages that have a word, in their text or in their title.
 *
 * @NOTE a cross join is not reordered; SQLite would go through all passages of the site to look for a few.
 */
function standsIn(
  siteNums: readonly number[],
  { terms, literal }: SoughtWord,
): RawBuilder<unknown> {
  const hits = (table: FullTextTable) => wordHits(table, { siteNums, terms, mode: 'any' })
  const nums = sql.join(siteNums)
  return sql`
    SELECT s.page_num FROM ${hits('passage')}
      CROSS JOIN passage AS s CROSS JOIN page_record AS r
    WHERE s.num = hit.num AND r.page_num = s.page_num AND s.site_num IN (${nums}) AND r.state IN ${LIVE_STATES}
      AND ${timeGuardBy(sql`hit.num`)} ${says(literal, sql`s.heading || ' ' || s.text`)}
    UNION ALL
    SELECT p.num AS page_num FROM ${hits('page')}
      CROSS JOIN page AS p LEFT JOIN page_record AS r ON r.page_num = p.num
    WHERE p.num = hit.num AND p.site_num IN (${nums}) AND (r.state IS NULL OR r.state IN ${LIVE_STATES})
      AND ${timeGuardBy(sql`hit.num`)} ${says(literal, sql`COALESCE(p.title, '')`)}`
}

/**
 * Returns a condition that holds where a text holds the literal; one that begins with a dot must begin a word.
 *
 * @NOTE a literal has no wildcard of LIKE.
 */
function says(literal: string | undefined, text: RawBuilder<unknown>): RawBuilder<unknown> {
  if (literal === undefined) return sql``
  return sql`AND lower(' ' || ${text}) LIKE ${`%${literal.startsWith('.') ? ' ' : ''}${literal}%`}`
}

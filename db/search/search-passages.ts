import { sql, type RawBuilder } from 'kysely'
import { timeGuardBy } from '../facts/time-guard.ts'
import { hexOf } from '../forms.ts'
import type { Db } from '../tables/schema.ts'
import { LIVE_STATES } from './live-pages.ts'
import { toSearchTerm, type SearchTerm } from './full-text.ts'
import { wordHits } from './text-index.ts'

/** A search whose words hold letters and digits only, as the index takes them. */
export interface PassageQuery {
  /** The words of the search, each once. */
  terms: readonly string[]
  /**
   * The beginnings of the words, by which their other forms are found; for a short word the beginning is the whole
   * word.
   */
  beginnings: readonly { text: string; isWhole: boolean }[]
  /** The other ways to write the words: in the plural, with dots or with hyphens. */
  forms: readonly SearchTerm[]
  /** The pairs of words that are neighbours in the search. */
  pairs: readonly (readonly [string, string])[]
}

/** A passage of a page's text that has some of the words, or a page whose title or path has some of them. */
export interface PassageHit {
  kind: 'passage' | 'title'
  /** The number of the passage, or of the page, by which equal scores are ordered. */
  num: number
  siteNum: number
  id: string
  path: string
  url: string
  /** The canonical address that the page states, which may be on another site; null where it states none. */
  canonicalUrl: string | null
  title: string | null
  /** True where passages of the page are stored. */
  isScanned: boolean
  /** True where a scan has read the page; all other pages are known from visitors alone. */
  isRead: boolean
  /** SHA-256 of the page's main text, in hex: equal texts are one page. Null where no scan has read it. */
  contentHash: string | null
  /** The type of the page; null until the page is analysed. */
  pageType: string | null
  heading: string
  /** The text of the passage; empty for a page that was found by title or path. */
  text: string
  /** The score, of which a higher one is better. It is comparable with those of the same kind, also of other sites. */
  score: number
}

interface SqlRow extends Omit<PassageHit, 'isScanned' | 'isRead'> {
  isScanned: number
  isRead: number
}

/** The most passages that are ranked by the words, and the most that are ranked by the pairs. */
const CANDIDATES = 100
const MAX_PASSAGES = 30
const MAX_TITLES = 20

/** The weight of a pair of neighbours: half that of a word, since each of the two words has counted already. */
const PAIR_WEIGHT = 0.5

/**
 * Finds passages of live pages of some sites that have any of the words, then pages by title and path, each the best
 * first. It is one statement, since a search asks every site of an organization.
 */
export async function searchPassages(
  db: Db,
  siteNums: readonly number[],
  query: PassageQuery,
): Promise<PassageHit[]> {
  if (query.terms.length + query.forms.length === 0 || siteNums.length === 0) return []
  const { rows } = await sql<SqlRow>`
    SELECT * FROM (${rankedPassages(siteNums, query)}) AS passages
    UNION ALL SELECT * FROM (${rankedPages(siteNums, query)}) AS titles`.execute(db)
  return rows
    .toSorted(
      (a, b) =>
        Number(a.kind === 'title') - Number(b.kind === 'title') ||
        b.score - a.score ||
        a.num - b.num,
    )
    .map((row) => ({ ...row, isScanned: row.isScanned === 1, isRead: row.isRead === 1 }))
}

const PAGE_TYPE = sql`(SELECT type FROM page_analysis WHERE page_num = p.num)`

function rankedPassages(siteNums: readonly number[], query: PassageQuery) {
  const { terms, beginnings, forms, pairs } = query
  const words = [
    ...terms.map(toSearchTerm),
    ...beginnings.map(({ text, isWhole }) =>
      isWhole ? toSearchTerm(text) : { words: [text], isBeginning: true },
    ),
    ...forms,
  ]
  const neighbours = pairs.map((pair) => ({ words: pair, isBeginning: false }))
  const byPairs =
    neighbours.length > 0 && sql`UNION ALL ${rankedBy(siteNums, neighbours, PAIR_WEIGHT)}`
  // Texts are read only for the rows that are left at the end: sorting them costs more than finding them.
  // @NOTE a cross join is not reordered; SQLite would go through all passages of the site to look for a hundred.
  const best = sql`
    SELECT hit.num, SUM(hit.score) AS score
    FROM (${rankedBy(siteNums, words, 1)} ${byPairs || sql``}) AS hit
      CROSS JOIN passage AS s CROSS JOIN page_record AS r
    WHERE s.num = hit.num AND r.page_num = s.page_num AND s.site_num IN (${sql.join(siteNums)}) AND r.state IN ${LIVE_STATES}
    GROUP BY hit.num ORDER BY score DESC, hit.num LIMIT ${MAX_PASSAGES}`
  return sql`
    SELECT 'passage' AS kind, s.site_num AS "siteNum", p.id, p.path, p.url, r.canonical_url AS "canonicalUrl",
      p.title, 1 AS "isScanned", 1 AS "isRead", ${hexOf(sql`r.content_hash`)} AS "contentHash", ${PAGE_TYPE} AS "pageType",
      s.heading, s.text, best.score, s.num
    FROM (${best}) AS best
      JOIN passage AS s ON s.num = best.num
      JOIN page AS p ON p.num = s.page_num
      JOIN page_record AS r ON r.page_num = s.page_num`
}

/** Returns a SELECT of the passages with any of the terms that rank highest by BM25 over title, heading and text. */
function rankedBy(
  siteNums: readonly number[],
  terms: readonly SearchTerm[],
  weight: number,
): RawBuilder<unknown> {
  const hits = wordHits('passage', { siteNums, terms, mode: 'any' })
  return sql`SELECT * FROM (
    SELECT hit.num, ${weight} * -hit.rank AS score FROM ${hits} WHERE ${timeGuardBy(sql`hit.num`)}
    ORDER BY score DESC, hit.num LIMIT ${CANDIDATES}) AS ranked`
}

/** Returns a SELECT of the pages with any of the words in title or path that rank highest. */
function rankedPages(siteNums: readonly number[], query: PassageQuery) {
  const terms = [...query.terms.map(toSearchTerm), ...query.forms]
  const hits = wordHits('page', { siteNums, terms, mode: 'any' })
  return sql`
    SELECT 'title' AS kind, p.site_num AS "siteNum", p.id, p.path, p.url, r.canonical_url AS "canonicalUrl", p.title,
      CASE WHEN EXISTS (SELECT 1 FROM passage WHERE passage.page_num = p.num) THEN 1 ELSE 0 END AS "isScanned",
      CASE WHEN r.record IS NOT NULL THEN 1 ELSE 0 END AS "isRead",
      ${hexOf(sql`r.content_hash`)} AS "contentHash", ${PAGE_TYPE} AS "pageType", '' AS heading, '' AS text, -hit.rank AS score, p.num
    FROM ${hits} JOIN page AS p ON p.num = hit.num
      LEFT JOIN page_record AS r ON r.page_num = p.num
    WHERE p.site_num IN (${sql.join(siteNums)}) AND (r.state IS NULL OR r.state IN ${LIVE_STATES})
      AND ${timeGuardBy(sql`p.num`)}
    ORDER BY score DESC, p.num LIMIT ${MAX_TITLES}`
}

/** Returns the stored passages of a page in their order; none for a page that no scan has read. */
export async function passagesOfPage(
  db: Db,
  siteNum: number,
  pageNum: number,
): Promise<{ heading: string; text: string }[]> {
  return db
    .selectFrom('passage')
    .select(['heading', 'text'])
    .where('site_num', '=', siteNum)
    .where('page_num', '=', pageNum)
    .orderBy('num')
    .execute()
}

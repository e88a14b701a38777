import { sql, type RawBuilder } from 'kysely'
import { checkConditions, type CheckFilter } from './check-conditions.ts'
import { UNKNOWN_PAGE } from './unknown-page.ts'

/**
 * Writes tables, to be put behind WITH, about the domains that are cited in the answers that do not cite the site.
 *
 * `m` has each query with the number of its answers and of those that miss the site. `d` has the domains that the
 * latter cite, with their place among those of the query. `chosen` is what the SELECT `choose` takes from these, with
 * at least a `query_num` and a `domain`. `best` has the most cited address of each chosen domain, null where none of
 * its pages is known; for all domains of a year it would group millions of long texts.
 */
export function missedAnswers(
  siteNum: number,
  filter: CheckFilter,
  choose: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const answers = checkConditions(siteNum, { ...filter, states: ['ok'] })
  const cited = sql`answered AS a JOIN citation_source AS s ON s.site_num = ${siteNum} AND s.at = a.at AND s.check_num = a.num
    WHERE a.is_cited = 0 AND s.role = 'cited'`
  return sql`
    answered AS (SELECT c.at, c.num, c.query_num, c.is_cited FROM citation_check AS c WHERE ${answers}),
    m AS (SELECT query_num, COUNT(*) AS answers, CAST(SUM(1 - is_cited) AS BIGINT) AS missed FROM answered GROUP BY query_num),
    wins AS (SELECT a.query_num, s.domain, COUNT(DISTINCT a.num) AS wins FROM ${cited} GROUP BY a.query_num, s.domain),
    d AS (SELECT wins.*, ROW_NUMBER() OVER (PARTITION BY query_num ORDER BY wins DESC, domain) AS place FROM wins),
    chosen AS MATERIALIZED (${choose}),
    pages AS (SELECT a.query_num, s.domain, s.page_url, 
        CASE WHEN s.page_url = ${UNKNOWN_PAGE} THEN NULL ELSE MIN(s.url) END AS url,
        CASE WHEN s.page_url = ${UNKNOWN_PAGE} THEN NULL ELSE MIN(s.title) END AS title, MIN(s.owner) AS owner,
        MIN(s.competitor) AS competitor, MIN(s.category) AS category, COUNT(DISTINCT a.num) AS answers
      FROM ${cited} AND a.query_num IN (SELECT query_num FROM chosen)
        AND (a.query_num, s.domain) IN (SELECT query_num, domain FROM chosen)
      GROUP BY a.query_num, s.domain, s.page_url),
    placed AS (SELECT pages.*, ROW_NUMBER() OVER (PARTITION BY query_num, domain 
        ORDER BY CASE WHEN url IS NULL THEN 1 ELSE 0 END, answers DESC, page_url) AS page_place FROM pages),
    best AS (SELECT * FROM placed WHERE page_place = 1)`
}

import { sql, type RawBuilder } from 'kysely'
import { numberList } from '../forms.ts'
import { SiteStore } from '../site/site-store.ts'
import { checkConditions, type CheckFilter } from './check-conditions.ts'
import { UNKNOWN_PAGE } from './unknown-page.ts'

export interface CitedOwnPage {
  /** The address of the page; empty in the one entry for all addresses of the site whose pages are not known. */
  url: string
  title: string | null
  /** The number of answers that cite the page, and the number of engines that wrote them. */
  answers: number
  engines: number
}

export interface CitedDomain {
  domain: string
  owner: string
  competitor: string | null
  category: string
  answers: number
  engines: number
}

/** A tracked brand, with the number of answers that cite or name it. */
export interface BrandCount {
  name: string
  answers: number
}

export interface CitedCompetitor extends BrandCount {
  lastAt: number
  /** The time of the last answer that cites the competitor and not the site; null where none exists. */
  lastInsteadAt: number | null
}

interface CitingAnswer {
  checkId: string
  name: string
  at: number
  isCited: number
}

/**
 * The latest answers of one engine to one query: the time of the last one, and the time of the last one that cites the
 * site.
 */
export interface AnsweredCell {
  queryId: string
  queryNum: number
  engine: string
  /** The way in which the engine was asked; one of them where there were several, in which case `hasOneAccess` is 0. */
  access: string
  hasOneAccess: number
  lastAt: number
  lastCitedAt: number | null
}

/** A query, and the time of an answer to it. */
export interface AnswerPlace {
  queryNum: number
  at: number
}

interface PlacedAnswer extends AnswerPlace {
  checkId: string
  isCited: number
}

/**
 * The change from run to run: the number of compared pairs of runs of a query and engine, and the mean share of cited
 * domains in which they differ, from 0 to 1.
 */
export interface Volatility {
  comparisons: number
  mean: number | null
}

/**
 * The pages, domains and brands that answers with the state `ok` cite or name over a range, each counted once. Their
 * numbers therefore are no sums over checks.
 */
export class CitationSets extends SiteStore {
  /**
   * Returns the pages of the site that are cited, most often first; ahead of them, as one entry, the cited addresses of
   * the site whose pages are not known.
   */
  async ownPages(filter: CheckFilter, limit: number): Promise<CitedOwnPage[]> {
    const { rows } = await sql<CitedOwnPage>`
      SELECT s.page_url AS url, MIN(s.title) AS title, COUNT(*) AS answers, COUNT(DISTINCT c.engine) AS engines
      FROM ${this.#cited(filter)} AND s.owner = 'own'
      GROUP BY s.page_url
      ORDER BY CASE WHEN s.page_url = ${UNKNOWN_PAGE} THEN 0 ELSE 1 END, COUNT(*) DESC, s.page_url LIMIT ${limit}`.execute(
      this.handles.scan,
    )
    return rows
  }

  /** Returns the cited domains that are not the site's, most often cited first. */
  async otherDomains(filter: CheckFilter, limit: number): Promise<CitedDomain[]> {
    const { rows } = await sql<CitedDomain>`
      SELECT s.domain, MIN(s.owner) AS owner, MIN(s.competitor) AS competitor, MIN(s.category) AS category,
        COUNT(DISTINCT c.num) AS answers, COUNT(DISTINCT c.engine) AS engines
      FROM ${this.#cited(filter)} AND s.owner <> 'own'
      GROUP BY s.domain ORDER BY COUNT(DISTINCT c.num) DESC, s.domain LIMIT ${limit}`.execute(
      this.handles.scan,
    )
    return rows
  }

  /**
   * Counts the answers that cite each competitor, with the time of the last one, and of the last one that does not cite
   * the site too.
   */
  async citedCompetitors(filter: CheckFilter): Promise<CitedCompetitor[]> {
    const { rows } = await sql<CitedCompetitor>`
      SELECT s.competitor AS name, COUNT(DISTINCT c.num) AS answers, MAX(c.at) AS "lastAt",
        MAX(CASE WHEN c.is_cited = 0 THEN c.at END) AS "lastInsteadAt"
      FROM ${this.#cited(filter)} AND s.competitor IS NOT NULL GROUP BY s.competitor`.execute(
      this.handles.scan,
    )
    return rows
  }

  /** Counts the answers that name each competitor. */
  async namedCompetitors(filter: CheckFilter): Promise<BrandCount[]> {
    const { rows } = await sql<BrandCount>`
      SELECT m.name, COUNT(*) AS answers
      FROM citation_check AS c JOIN citation_mention AS m ON m.site_num = c.site_num AND m.at = c.at AND m.check_num = c.num
      WHERE ${this.#ok(filter)} AND m.is_own = 0 GROUP BY m.name`.execute(this.handles.scan)
    return rows
  }

  /** Returns for each query and engine the time when the engine last answered, and when it last cited the site. */
  async answeredCells(filter: CheckFilter): Promise<AnsweredCell[]> {
    const { rows } = await sql<AnsweredCell>`
      SELECT q.id AS "queryId", g.query_num AS "queryNum", g.engine, g.access,
        CASE WHEN g.access = g.last_access THEN 1 ELSE 0 END AS "hasOneAccess",
        g.last_at AS "lastAt", g.last_cited_at AS "lastCitedAt"
      FROM (SELECT c.query_num, c.engine, MIN(c.access) AS access, MAX(c.access) AS last_access, MAX(c.at) AS last_at, MAX(CASE WHEN c.is_cited = 1 THEN c.at END) AS last_cited_at
          FROM citation_check AS c WHERE ${this.#ok(filter)} GROUP BY c.query_num, c.engine) AS g
        JOIN citation_query AS q ON q.num = g.query_num`.execute(this.handles.scan)
    return rows
  }

  /**
   * Returns the answers to the queries of some places at the times of these places, in the order in which runs asked.
   */
  async answersAt(filter: CheckFilter, places: readonly AnswerPlace[]): Promise<PlacedAnswer[]> {
    if (places.length === 0) return []
    const times = [...new Set(places.map(({ at }) => at))]
    const queryNums = [...new Set(places.map(({ queryNum }) => queryNum))]
    const { rows } = await sql<PlacedAnswer>`
      SELECT c.id AS "checkId", c.query_num AS "queryNum", c.at, c.is_cited AS "isCited"
      FROM citation_check AS c WHERE ${this.#ok({ ...filter, queryNums })} AND c.at IN ${numberList(times)}
      ORDER BY c.num`.execute(this.handles.scan)
    return rows
  }

  /**
   * Returns the answers at some times that cite competitors, with each of these competitors, in the order in which runs
   * asked.
   */
  async citingAt(filter: CheckFilter, times: readonly number[]): Promise<CitingAnswer[]> {
    if (times.length === 0) return []
    const { rows } = await sql<CitingAnswer>`
      SELECT c.id AS "checkId", s.competitor AS name, c.at, c.is_cited AS "isCited"
      FROM ${this.#cited(filter)} AND s.competitor IS NOT NULL AND c.at IN ${numberList([...new Set(times)])}
      ORDER BY c.num, s.seq`.execute(this.handles.scan)
    return rows
  }

  /**
   * Compares the domains that each query and engine cites from one to the next of the latest `runs` runs: 1 − |both| /
   * |either|, which is 0 for the same domains and 1 for domains that have nothing in common.
   */
  async volatility(filter: CheckFilter, runs: number): Promise<Volatility> {
    const fromMs = Math.max(filter.fromMs, await this.#startOfLatest(filter, runs))
    // Domains are followed from run to run by their order, since joins of the counted rows would compare each with
    // each.
    const { rows } = await sql<Volatility>`
      WITH
        found AS (SELECT DISTINCT c.query_num, c.engine, c.run_num, s.domain
          FROM citation_check AS c LEFT JOIN citation_source AS s
            ON s.site_num = c.site_num AND s.at = c.at AND s.check_num = c.num AND s.role = 'cited'
          WHERE ${this.#ok({ ...filter, fromMs })}),
        placed AS (SELECT query_num, engine, domain,
            DENSE_RANK() OVER (PARTITION BY query_num, engine ORDER BY run_num) AS place FROM found),
        followed AS (SELECT query_num, engine, domain, place,
            LAG(place) OVER (PARTITION BY query_num, engine, domain ORDER BY place) AS last_place FROM placed),
        sizes AS (SELECT query_num, engine, place, COUNT(domain) AS n,
            SUM(CASE WHEN domain IS NOT NULL AND last_place = place - 1 THEN 1 ELSE 0 END) AS both_n
          FROM followed GROUP BY query_num, engine, place),
        pairs AS (SELECT n AS now, both_n, LAG(n) OVER (PARTITION BY query_num, engine ORDER BY place) AS then_n FROM sizes)
      SELECT COUNT(*) AS comparisons, CAST(AVG(1 - both_n * 1.0 / (now + then_n - both_n)) AS DOUBLE PRECISION) AS mean
      FROM pairs WHERE then_n IS NOT NULL AND now + then_n > 0`.execute(this.handles.scan)
    return rows[0] ?? { comparisons: 0, mean: null }
  }

  /**
   * Returns the time when the first of the latest `runs` runs before the end of a range was queued. No check of an
   * earlier run is later, since one run of a site is under way at a time.
   */
  async #startOfLatest({ toMs, engine }: CheckFilter, runs: number): Promise<number> {
    const row = await this.handles.read
      .selectFrom('citation_run')
      .select('queued_at')
      .where('site_num', '=', this.siteNum)
      .where('queued_at', '<', toMs)
      .where('is_fake', '=', engine === 'fake' ? 1 : 0)
      .orderBy('queued_at', 'desc')
      .limit(1)
      .offset(runs - 1)
      .executeTakeFirst()
    return row?.queued_at ?? 0
  }

  #ok(filter: CheckFilter): RawBuilder<unknown> {
    return checkConditions(this.siteNum, { ...filter, states: ['ok'] })
  }

  #cited(filter: CheckFilter): RawBuilder<unknown> {
    return sql`citation_check AS c JOIN citation_source AS s ON s.site_num = c.site_num AND s.at = c.at AND s.check_num = c.num
      WHERE ${this.#ok(filter)} AND s.role = 'cited'`
  }
}

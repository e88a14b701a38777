import { sql, type RawBuilder } from 'kysely'
import { SiteStore } from '../site/site-store.ts'
import { checkConditions, type CheckFilter } from './check-conditions.ts'
import { missedAnswers } from './missed-answers.ts'

/** A query with an answer that does not cite the site, and the domain that is cited most in such answers. */
export interface MissedQuery {
  queryNum: number
  id: string
  text: string
  language: string | null
  /** The number of answers to the query, and of those among them that do not cite the site. */
  answers: number
  missed: number
  /**
   * The domain that is cited most in the answers without the site, with its most cited address; null where these
   * answers cite no address.
   */
  winner: Winner | null
  /** The number of queries in the whole list, over all of its pages. */
  total: number
}

interface Winner {
  domain: string
  owner: string
  competitor: string | null
  url: string | null
}

/** The counts that explain an empty or a short list of missed queries. */
export interface MonitoredQueries {
  queries: number
  /** The number of queries that name neither the site nor its brand. */
  unbranded: number
  /** The number of runs that asked real engines, ever. */
  runs: number
  /** The number of answers of real engines in the range to the `unbranded` queries. */
  answers: number
}

type Range = Pick<CheckFilter, 'fromMs' | 'toMs'>

/**
 * The queries of one site that are in the basket now, do not name the site, and have an answer of a real engine that
 * does not cite it.
 */
export class MissedQueries extends SiteStore {
  /**
   * Lists these queries, those with the most answers that miss the site first; a list goes on behind the `[missed,
   * num]` of a query.
   */
  async list(
    range: Range,
    after: readonly (string | number | null)[] | undefined,
    limit: number,
  ): Promise<MissedQuery[]> {
    const [missed, num] = after ?? []
    const keyset = after
      ? sql`AND (l.missed < ${missed} OR (l.missed = ${missed} AND l.query_num > ${num}))`
      : sql``
    const { rows } = await sql<Omit<MissedQuery, 'winner'>>`
      WITH
        m AS (SELECT c.query_num, COUNT(*) AS answers, CAST(SUM(1 - c.is_cited) AS BIGINT) AS missed
          FROM citation_check AS c WHERE ${this.#answers(range)} GROUP BY c.query_num),
        listed AS (SELECT m.*, q.id, q.text, q.language FROM m JOIN citation_query AS q ON q.num = m.query_num
          WHERE m.missed > 0 AND ${this.#isLookedAt})
      SELECT l.query_num AS "queryNum", l.id, l.text, l.language, l.answers, l.missed, (SELECT COUNT(*) FROM listed) AS total
      FROM listed AS l WHERE true ${keyset}
      ORDER BY l.missed DESC, l.query_num LIMIT ${limit}`.execute(this.handles.scan)
    const winners = await this.#winners(
      range,
      rows.map(({ queryNum }) => queryNum),
    )
    return rows.map((row) => ({ ...row, winner: winners.get(row.queryNum) ?? null }))
  }

  /**
   * Finds the domain that is cited most in place of the site, for each of some queries: for all queries of a site this
   * would take long.
   */
  async #winners(range: Range, queryNums: readonly number[]): Promise<Map<number, Winner>> {
    if (queryNums.length === 0) return new Map()
    const first = sql`SELECT query_num, domain FROM d WHERE place = 1`
    const { rows } = await sql<Winner & { queryNum: number }>`
      WITH ${missedAnswers(this.siteNum, { ...counted(range), queryNums }, first)}
      SELECT query_num AS "queryNum", domain, owner, competitor, url FROM best`.execute(
      this.handles.scan,
    )
    return new Map(rows.map(({ queryNum, ...winner }) => [queryNum, winner]))
  }

  /** Returns the counts that explain the list. */
  async monitored(range: Range): Promise<MonitoredQueries> {
    const { rows } = await sql<MonitoredQueries>`
      SELECT
        (SELECT COUNT(*) FROM citation_query AS q WHERE q.site_num = ${this.siteNum} AND q.deleted_at IS NULL) AS queries,
        (SELECT COUNT(*) FROM citation_query AS q WHERE ${this.#isLookedAt}) AS unbranded,
        (SELECT COUNT(*) FROM citation_run AS r WHERE r.site_num = ${this.siteNum} AND r.is_fake = 0) AS runs,
        (SELECT COUNT(*) FROM citation_check AS c JOIN citation_query AS q ON q.num = c.query_num
          WHERE ${this.#answers(range)} AND ${this.#isLookedAt}) AS answers`.execute(
      this.handles.scan,
    )
    return rows[0] ?? { queries: 0, unbranded: 0, runs: 0, answers: 0 }
  }

  /**
   * Returns a condition that holds for checks `c` with an answer of a real engine to a query that did not name the
   * site.
   */
  #answers(range: Range): RawBuilder<unknown> {
    return checkConditions(this.siteNum, { ...counted(range), states: ['ok'] })
  }

  /** Returns a condition that holds for queries `q` that are not deleted and do not name the site. */
  get #isLookedAt(): RawBuilder<unknown> {
    return sql`q.site_num = ${this.siteNum} AND q.deleted_at IS NULL AND q.branded = 0`
  }
}

/** Returns a filter for checks of real engines, of queries that did not name the site when they were asked. */
const counted = (range: Range): CheckFilter => ({ ...range, isBranded: false })

import { sql, type RawBuilder } from 'kysely'
import { jsonText } from '../forms.ts'
import { checkConditions, type CheckFilter } from './check-conditions.ts'
import { SiteStore } from '../site/site-store.ts'
import { missedAnswers } from './missed-answers.ts'

export interface ListedCheck {
  num: number
  at: number
  id: string
  runId: string
  queryId: string
  queryText: string
  isQueryDeleted: number
  branded: number
  engine: string
  adapter: string
  access: string
  model: string
  servedModel: string | null
  country: string | null
  language: string | null
  replica: number
  state: string
  retrieval: string
  isCited: number
  position: number | null
  ownCitations: number
  allCitations: number
  isMentioned: number | null
  mentions: number
  isRecommended: number | null
  sentimentMilli: number | null
  latencyMs: number
  attempts: number
  inputTokens: number | null
  outputTokens: number | null
  searches: number | null
  costMicros: number | null
  errorCode: string | null
  httpStatus: number | null
  answerSha256: string | null
}

/** A check, with the access by which its run asked each engine. */
export interface FoundCheck extends ListedCheck {
  /** JSON array of the engines of the run, as in `citation_run.engines`. */
  runEngines: string
}

export interface CheckSource {
  role: string
  url: string
  domain: string
  title: string | null
  citedText: string | null
  position: number | null
  /** JSON array of the places in the answer that cite the source, each `[start, end]` in UTF-16 units. */
  spans: string
  owner: string
  competitor: string | null
  category: string
}

/** A domain that answers to a query cite although they do not cite the site. */
export interface WinningSource {
  queryId: string
  queryNum: number
  queryText: string
  /** The number of answers to the query, and of those among them that do not cite the site. */
  answers: number
  missed: number
  /** The place of the domain among the domains that are cited for the query in place of the site, from 1 on. */
  place: number
  domain: string
  owner: string
  competitor: string | null
  category: string
  /** The number of answers that cite the domain and not the site. */
  wins: number
  /** The address of the domain that was cited most often; null where none of its pages is known. */
  url: string | null
  title: string | null
}

/** The searches that an engine ran before an answer. */
export interface AnswerSearches {
  engine: string
  queryId: string
  /** JSON array of the words that were searched for. */
  searches: string
}

const CHECK_COLUMNS = sql`c.num, c.at, c.id, r.id AS "runId", q.id AS "queryId", q.text AS "queryText",
  CASE WHEN q.deleted_at IS NULL THEN 0 ELSE 1 END AS "isQueryDeleted", c.branded, c.engine, c.adapter, c.access, c.model,
  c.served_model AS "servedModel", c.country, c.language, c.replica, c.state, c.retrieval, c.is_cited AS "isCited", c.position,
  c.own_citations AS "ownCitations", c.all_citations AS "allCitations", c.is_mentioned AS "isMentioned", c.mentions,
  c.is_recommended AS "isRecommended", c.sentiment_milli AS "sentimentMilli", c.latency_ms AS "latencyMs", c.attempts,
  c.input_tokens AS "inputTokens", c.output_tokens AS "outputTokens", c.searches, c.cost_micros AS "costMicros",
  c.error_code AS "errorCode", c.http_status AS "httpStatus", c.answer_hash AS "answerSha256"`

const WITH_QUERY_AND_RUN = sql`JOIN citation_query AS q ON q.num = c.query_num JOIN citation_run AS r ON r.num = c.run_num`

/** The reads of the Citation Monitor's data of one site that people and models ask for. */
export class CitationReads extends SiteStore {
  /**
   * Lists the checks that pass a filter, the latest first; a list goes on behind the time and number `[at, num]` of a
   * check.
   */
  async checks(
    filter: CheckFilter,
    after: readonly (string | number | null)[] | undefined,
    limit: number,
  ): Promise<ListedCheck[]> {
    const keyset = after
      ? sql`AND (c.at < ${after[0]} OR (c.at = ${after[0]} AND c.num < ${after[1]}))`
      : sql``
    const { rows } = await sql<ListedCheck>`
      SELECT ${CHECK_COLUMNS} FROM citation_check AS c ${WITH_QUERY_AND_RUN}
      WHERE ${this.#conditions(filter)} ${keyset}
      ORDER BY c.at DESC, c.num DESC LIMIT ${limit}`.execute(this.handles.scan)
    return rows
  }

  async check(id: string): Promise<FoundCheck | undefined> {
    const { rows } = await sql<FoundCheck>`
      SELECT ${CHECK_COLUMNS}, r.engines AS "runEngines" FROM citation_check AS c ${WITH_QUERY_AND_RUN}
      WHERE c.site_num = ${this.siteNum} AND c.id = ${id}`.execute(this.handles.read)
    return rows[0]
  }

  /** Returns the sources of a check: the cited ones in their order, then those that the engine only read. */
  sources({ at, num }: Pick<ListedCheck, 'at' | 'num'>): Promise<CheckSource[]> {
    return this.handles.read
      .selectFrom('citation_source')
      .select(['role', 'url', 'domain', 'title', 'position', 'spans', 'owner', 'competitor'])
      .select(['category', 'cited_text as citedText'])
      .where('site_num', '=', this.siteNum)
      .where('at', '=', at)
      .where('check_num', '=', num)
      .orderBy('seq')
      .execute()
  }

  /** Returns the text of an engine's answer; undefined where it is not kept any more. */
  async answer({ at, num }: Pick<ListedCheck, 'at' | 'num'>): Promise<string | undefined> {
    const row = await this.handles.read
      .selectFrom('citation_answer')
      .select('body')
      .where('site_num', '=', this.siteNum)
      .where('at', '=', at)
      .where('check_num', '=', num)
      .executeTakeFirst()
    return row?.body
  }

  /**
   * Lists the domains that are cited where the site is not, by query: the query with the most answers that miss the
   * site first, and for each the `perQuery` domains that are cited most.
   */
  async winners(
    filter: CheckFilter,
    {
      perQuery,
      after,
      limit,
    }: {
      perQuery: number
      after: readonly (string | number | null)[] | undefined
      limit: number
    },
  ): Promise<WinningSource[]> {
    const [missed, query, place] = after ?? []
    const keyset = after
      ? sql`AND (m.missed < ${missed} OR (m.missed = ${missed} AND (m.query_num > ${query} OR (m.query_num = ${query} AND d.place > ${place}))))`
      : sql``
    const chosen = sql`SELECT m.query_num, m.answers, m.missed, d.place, d.domain, d.wins
      FROM m JOIN d ON d.query_num = m.query_num WHERE d.place <= ${perQuery} ${keyset}
      ORDER BY m.missed DESC, m.query_num, d.place LIMIT ${limit}`
    const { rows } = await sql<WinningSource>`
      WITH ${missedAnswers(this.siteNum, filter, chosen)}
      SELECT q.id AS "queryId", x.query_num AS "queryNum", q.text AS "queryText", x.answers, x.missed, x.place, x.domain,
        best.owner, best.competitor, best.category, x.wins, best.url, best.title
      FROM chosen AS x JOIN best ON best.query_num = x.query_num AND best.domain = x.domain
        JOIN citation_query AS q ON q.num = x.query_num
      ORDER BY x.missed DESC, x.query_num, x.place`.execute(this.handles.scan)
    return rows
  }

  /**
   * Returns the searches that engines ran before the latest answers whose texts are kept, for at most `limit` answers.
   */
  async latestSearches(filter: CheckFilter, limit: number): Promise<AnswerSearches[]> {
    const { rows } = await sql<AnswerSearches>`
      SELECT c.engine, q.id AS "queryId", ${jsonText(sql<{ searchQueries: string[] }>`a.body`, 'searchQueries')} AS searches
      FROM citation_check AS c JOIN citation_query AS q ON q.num = c.query_num
        JOIN citation_answer AS a ON a.site_num = c.site_num AND a.at = c.at AND a.check_num = c.num
      WHERE ${this.#conditions(filter)}
      ORDER BY c.at DESC, c.num DESC LIMIT ${limit}`.execute(this.handles.scan)
    return rows
  }

  /** Returns the time of the first check of any engine, in epoch milliseconds; undefined where none exists. */
  async firstAt(): Promise<number | undefined> {
    const row = await this.handles.read
      .selectFrom('citation_check')
      .select('at')
      .where('site_num', '=', this.siteNum)
      .orderBy('at')
      .limit(1)
      .executeTakeFirst()
    return row?.at
  }

  /** Counts the checks that pass a filter by their state. */
  async states(filter: CheckFilter): Promise<Map<string, number>> {
    const { rows } = await sql<{ state: string; checks: number }>`
      SELECT c.state, COUNT(*) AS checks FROM citation_check AS c WHERE ${this.#conditions(filter)} GROUP BY c.state`.execute(
      this.handles.scan,
    )
    return new Map(rows.map(({ state, checks }) => [state, checks]))
  }

  /** Returns the number of a query, deleted or not, by its id; undefined for an unknown id. */
  async queryNum(id: string): Promise<number | undefined> {
    const row = await this.handles.read
      .selectFrom('citation_query')
      .select('num')
      .where('site_num', '=', this.siteNum)
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.num
  }

  /** Lists the tags of the site's queries, the deleted ones too, since their answers stay. */
  async tags(): Promise<string[]> {
    const rows = await this.handles.read
      .selectFrom('citation_tag')
      .select('tag')
      .distinct()
      .where('site_num', '=', this.siteNum)
      .orderBy('tag')
      .execute()
    return rows.map(({ tag }) => tag)
  }

  /** Returns the number of a run by its id; undefined for an unknown id. */
  async runNum(id: string): Promise<number | undefined> {
    const row = await this.handles.read
      .selectFrom('citation_run')
      .select('num')
      .where('site_num', '=', this.siteNum)
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.num
  }

  #conditions(filter: CheckFilter): RawBuilder<unknown> {
    return checkConditions(this.siteNum, filter)
  }
}

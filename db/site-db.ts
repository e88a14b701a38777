import { sql } from 'kysely'
import { exportRows, type RowQuery } from './export/export-rows.ts'
import type { Page } from './export/row-form.ts'
import type { FactQuery, FactRow } from './facts/fact-query.ts'
import { ROLLUP_VERSION } from './facts/kinds.ts'
import { runFunnel, type FunnelCount, type FunnelQuery } from './facts/run-funnel.ts'
import { needsScan, runFacts } from './facts/run-facts.ts'
import { RuleStore } from './rules/rule-store.ts'
import { PromptStore } from './prompts/prompt-store.ts'
import { PageScoreStore } from './scans/page-score-store.ts'
import { ScanStore } from './scans/scan-store.ts'
import { listPages, type PageListQuery } from './search/list-pages.ts'
import { listQuestions, type QuestionListQuery } from './search/list-questions.ts'
import {
  countTopics,
  pagesOfTopics,
  type TopicCount,
  type TopicPagesQuery,
  type TopicQuery,
} from './search/list-topics.ts'
import { passagesOfPage } from './search/passages.ts'
import type { Handles, SiteRow } from './tenant.ts'
import { deleteNumbered } from './system/delete-numbered.ts'
import { mergeTopics, renameTopic } from './topics.ts'

const FIRST_DAY = 'SELECT day FROM rollup_day WHERE site_num = ? ORDER BY day LIMIT 1'
const LAST_EVENT = 'SELECT at FROM event WHERE site_num = ? ORDER BY at DESC LIMIT 1'

/** The rows of one site. Only TenantDb makes one, after it found the site among its organization's own. */
export class SiteDb {
  readonly #handles: Handles
  readonly row: SiteRow

  constructor(handles: Handles, row: SiteRow) {
    this.#handles = handles
    this.row = row
  }

  /** Aggregated events. Rollups are read here; whatever must look at raw events goes to a reading thread. */
  facts(query: FactQuery): Promise<FactRow[]> {
    const { read, readRows, scanRows } = this.#handles
    const rows = this.needsScan(query) ? scanRows : readRows
    const asked = this.#hasRollups ? query : { ...query, days: null }
    return runFacts({ rows, compiler: read }, this.row.num, asked)
  }

  /** Readers from step to step; always from single events. */
  funnel(query: FunnelQuery): Promise<FunnelCount[]> {
    return runFunnel(this.#handles.scan, this.row.num, query)
  }

  /** Whether a query must look at single events. */
  needsScan(query: FactQuery): boolean {
    return !this.#hasRollups || needsScan(query)
  }

  /** Older rollups hold less than is asked of them; until they are rebuilt, events are counted instead. */
  get #hasRollups(): boolean {
    return this.row.rollup_version >= ROLLUP_VERSION
  }

  /** The first local day with any event; undefined for a site without. */
  firstDay(): Promise<number | undefined> {
    return this.#readNumber(FIRST_DAY)
  }

  /** Time of the newest event, in epoch milliseconds; undefined for a site without any. */
  lastEventAt(): Promise<number | undefined> {
    return this.#readNumber(LAST_EVENT)
  }

  async #readNumber(statement: string): Promise<number | undefined> {
    const [row] = await this.#handles.readRows({ sql: statement, parameters: [this.row.num] })
    return row && Number(row[0])
  }

  async firstEventAt(): Promise<number | undefined> {
    const row = await this.#handles.read
      .selectFrom('event')
      .select('at')
      .where('site_num', '=', this.row.num)
      .orderBy('at', 'asc')
      .limit(1)
      .executeTakeFirst()
    return row?.at
  }

  /** Events or questions as pages of a file, in the order of time. */
  exportRows(query: RowQuery): AsyncGenerator<Page> {
    return exportRows(this.#handles.scan, this.#handles.readPage, this.row.num, query)
  }

  get scans(): ScanStore {
    const { num, id, org_id: orgId } = this.row
    return new ScanStore(this.#handles.read, this.#handles.write, { num, id, orgId })
  }

  get rules(): RuleStore {
    return new RuleStore(this.#handles.read, this.#handles.write, this.row.num)
  }

  get pageScores(): PageScoreStore {
    return new PageScoreStore(this.#handles, this.row.num)
  }

  get prompts(): PromptStore {
    return new PromptStore(this.#handles, this.row.num)
  }

  pages() {
    return this.#handles.read.selectFrom('page').where('page.site_num', '=', this.row.num)
  }

  async countPages(): Promise<number> {
    const { n } = await this.pages()
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  }

  listPages(query: PageListQuery) {
    return listPages(this.#handles.scan, this.row.num, query)
  }

  listQuestions(query: QuestionListQuery) {
    return listQuestions(this.#handles.scan, this.row.num, query)
  }

  /** Topics that were asked about, most asked first. */
  countTopics(query: TopicQuery): Promise<TopicCount[]> {
    return countTopics(this.#handles.scan, this.row.num, query)
  }

  /** The pages of topics, by topic, most asked first. */
  pagesOfTopics(query: TopicPagesQuery) {
    return pagesOfTopics(this.#handles.scan, this.row.num, query)
  }

  topics() {
    return this.#handles.read.selectFrom('topic').where('topic.site_num', '=', this.row.num)
  }

  renameTopic(num: number, label: string): Promise<void> {
    return renameTopic(this.#handles.write, this.row.num, num, label)
  }

  mergeTopics(into: number, from: readonly number[]): Promise<void> {
    return mergeTopics(this.#handles.write, this.row.num, into, from)
  }

  /** Deletes one question; false where the site has none such. Its event stays counted. */
  async deleteQuestion(atMs: number, seq: number): Promise<boolean> {
    const row = await this.#handles.read
      .selectFrom('question')
      .select('num')
      .where('site_num', '=', this.row.num)
      .where('at', '=', atMs)
      .where('seq', '=', seq)
      .executeTakeFirst()
    if (row) await deleteNumbered(this.#handles.write, 'question', [row.num])
    return row !== undefined
  }

  /** Marks all questions and topics of the site that there are; they are deleted in steps, by the mark. */
  async markQuestions(): Promise<void> {
    await sql`INSERT INTO question_purge (site_num, last_question, last_topic)
      VALUES (${this.row.num}, COALESCE((SELECT MAX(num) FROM question), 0), COALESCE((SELECT MAX(num) FROM topic), 0))
      ON CONFLICT (site_num) DO UPDATE SET last_question = excluded.last_question, last_topic = excluded.last_topic`.execute(
      this.#handles.write,
    )
  }

  /** The stored text of one of the site's pages. */
  passagesOfPage(pageNum: number) {
    return passagesOfPage(this.#handles.read, this.row.num, pageNum)
  }
}

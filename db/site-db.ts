import { sql } from 'kysely'
import type { FactQuery, FactRow } from './facts/fact-query.ts'
import { needsScan, runFacts } from './facts/run-facts.ts'
import { listPages, type PageListQuery } from './search/list-pages.ts'
import { listQuestions, type QuestionListQuery } from './search/list-questions.ts'
import { searchPages, searchQuestions } from './search/search-text.ts'
import type { Handles, SiteRow } from './tenant.ts'

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
    const db = needsScan(query) ? this.#handles.scan : this.#handles.read
    return runFacts(db, this.row.num, query)
  }

  /** Time of the newest event, in epoch milliseconds; undefined for a site without any. */
  async lastEventAt(): Promise<number | undefined> {
    const { rows } = await sql<{ at: number }>`SELECT at FROM event
      WHERE site_num = ${this.row.num} ORDER BY at DESC LIMIT 1`.execute(this.#handles.read)
    return rows[0]?.at
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

  searchPages(words: readonly string[], limit: number) {
    return searchPages(this.#handles.scan, this.row.num, words, limit)
  }

  searchQuestions(words: readonly string[], limit: number) {
    return searchQuestions(this.#handles.scan, this.row.num, words, limit)
  }
}

import { sql, type Selectable } from 'kysely'
import { countRows } from './count-rows.ts'
import type { Handles } from './handles.ts'
import { enqueueJobs, type NewJob } from './jobs/job-store.ts'
import type { ScanRow } from './scans/scan-rows.ts'
import { SearchedSites } from './search/searched-sites.ts'
import { SiteDb } from './site-db.ts'
import type { Tables, Trx } from './tables/schema.ts'

export type SiteRow = Selectable<Tables['site']>
type NewRow<T extends keyof Tables> = Omit<Selectable<Tables[T]>, 'org_id'>

/** Whether a scan has read a page: what is known of others, visitors said. */
const isRead = sql<number>`page_record.record IS NOT NULL`

/**
 * The row-level boundary (contract 1.9): every query starts here, with the organization already applied.
 * What a caller names by id is found only among its own rows.
 */
export class TenantDb {
  readonly #handles: Handles
  readonly #orgId: string

  constructor(handles: Handles, orgId: string) {
    this.#handles = handles
    this.#orgId = orgId
  }

  get orgId(): string {
    return this.#orgId
  }

  organization() {
    return this.#handles.read.selectFrom('organization').where('organization.id', '=', this.#orgId)
  }

  members() {
    return this.#handles.read.selectFrom('member').where('member.org_id', '=', this.#orgId)
  }

  sites() {
    return this.#handles.read.selectFrom('site').where('site.org_id', '=', this.#orgId)
  }

  /** Sites after an id, in the order of their ids, each with the number of its pages. */
  async sitesWithPages(afterId: string) {
    const rows = await this.sites()
      .select(['num', 'id', 'domain', 'name', 'timezone', 'install_last_seen_at'])
      .where('id', '>', afterId)
      .orderBy('id')
      .execute()
    const own = sql`SELECT num FROM site WHERE org_id = ${this.#orgId} AND id > ${afterId}`
    const pagesByNum = await countRows(this.#handles, 'page', own)
    return rows.map(({ num, ...row }) => ({ ...row, pages: pagesByNum.get(num) ?? 0 }))
  }

  apiKeys() {
    return this.#handles.read.selectFrom('api_key').where('api_key.org_id', '=', this.#orgId)
  }

  auditEntries() {
    return this.#handles.read
      .selectFrom('audit_entry')
      .where('audit_entry.org_id', '=', this.#orgId)
  }

  /** The rows of one site of this organization, by its id or its domain; undefined when it is not ours. */
  async site(reference: string): Promise<SiteDb | undefined> {
    // @NOTE written out because every tool call begins here, and building it costs more than running it.
    const { rows } = await sql<SiteRow>`SELECT * FROM site
      WHERE org_id = ${this.#orgId} AND (id = ${reference} OR domain = ${reference})`.execute(
      this.#handles.read,
    )
    return rows[0] && new SiteDb(this.#handles, rows[0])
  }

  /** Every site of this organization, to be searched. */
  async searchedSites(): Promise<SearchedSites> {
    const rows = await this.sites().selectAll('site').orderBy('site.id').execute()
    return new SearchedSites(this.#handles.scan, rows)
  }

  /**
   * One page by its id, with what the last scan found of it and the site that it belongs to; undefined when that site is
   * not ours.
   */
  async page(id: string) {
    const page = await this.#handles.read
      .selectFrom('page')
      .innerJoin('site', 'site.num', 'page.site_num')
      .leftJoin('page_record', 'page_record.page_num', 'page.num')
      .selectAll('page')
      .select(['page_record.state', 'page_record.canonical_url as canonicalUrl'])
      .select(isRead.as('is_read'))
      .where('page.id', '=', id)
      .where('site.org_id', '=', this.#orgId)
      .executeTakeFirst()
    const site =
      page && (await this.sites().selectAll().where('num', '=', page.site_num).executeTakeFirst())
    return page && site ? { page: { ...page, isRead: page.is_read === 1 }, site } : undefined
  }

  /** One topic by its id, with its site; undefined when that site is not ours. */
  topic(id: string) {
    return this.#handles.read
      .selectFrom('topic')
      .innerJoin('site', 'site.num', 'topic.site_num')
      .select(['topic.num', 'topic.id', 'topic.label', 'topic.first_seen_at', 'topic.last_seen_at'])
      .select(['site.id as site_id', 'site.domain', 'site.url'])
      .where('topic.id', '=', id)
      .where('site.org_id', '=', this.#orgId)
      .executeTakeFirst()
  }

  /** The latest questions of a topic that `topic` found. */
  questionsOfTopic(topicNum: number, limit: number) {
    return this.#handles.scan
      .selectFrom('question')
      .innerJoin('site', 'site.num', 'question.site_num')
      .select('question.text')
      .where('site.org_id', '=', this.#orgId)
      .where('question.topic_num', '=', topicNum)
      .orderBy('question.at', 'desc')
      .limit(limit)
      .execute()
  }

  /** One question by its time and sequence, with its page and site; undefined when the site is not ours. */
  question(atMs: number, seq: number) {
    return this.#handles.read
      .selectFrom('site')
      .innerJoin('question', 'question.site_num', 'site.num')
      .leftJoin('page', 'page.num', 'question.page_num')
      .leftJoin('page_record', 'page_record.page_num', 'page.num')
      .leftJoin('term', 'term.num', 'question.engine')
      .select([
        'question.at',
        'question.text',
        'page.path',
        'page.url as page_url',
        'page_record.canonical_url',
        'term.value as engine',
        'site.id as site_id',
        'site.domain',
        'site.url as site_url',
      ])
      .select(isRead.as('is_read'))
      .where('site.org_id', '=', this.#orgId)
      .where('question.at', '=', atMs)
      .where('question.seq', '=', seq)
      .executeTakeFirst()
  }

  /** A scan of one of the organization's sites, with that site. */
  async scan(id: string): Promise<{ row: ScanRow; site: SiteDb } | undefined> {
    const row = await this.#handles.read
      .selectFrom('scan')
      .selectAll()
      .where('scan.org_id', '=', this.#orgId)
      .where('scan.id', '=', id)
      .executeTakeFirst()
    const site = row && (await this.site(row.site_id))
    return row && site && { row, site }
  }

  /** Adds jobs in the transaction of what they follow. */
  enqueue(jobs: readonly NewJob[], atMs: number): Promise<void> {
    return enqueueJobs(this.#handles.write, jobs, atMs)
  }

  /** Ends a job with what it stored; only within a transaction. */
  async endJob(complete: (trx: Trx) => Promise<void>): Promise<void> {
    const { write } = this.#handles
    if (!write.isTransaction) throw new Error('A job ends in the transaction of its result')
    // @NOTE as it says of itself.
    await complete(write as Trx)
  }

  insertSite(row: Omit<NewRow<'site'>, 'num'>) {
    return this.#handles.write.insertInto('site').values({ ...row, org_id: this.#orgId })
  }

  updateSite(id: string) {
    return this.#handles.write
      .updateTable('site')
      .where('site.org_id', '=', this.#orgId)
      .where('site.id', '=', id)
  }

  /** Removes the site at once and leaves a mark, by which its large tables are emptied in small steps. */
  async deleteSite(id: string, atMs: number): Promise<number | undefined> {
    const row = await this.sites().select('num').where('id', '=', id).executeTakeFirst()
    if (!row) return undefined
    await this.#handles.write
      .deleteFrom('site')
      .where('org_id', '=', this.#orgId)
      .where('num', '=', row.num)
      .execute()
    await this.#handles.write
      .insertInto('deleted_site')
      .values({ site_num: row.num, deleted_at: atMs })
      .execute()
    return row.num
  }

  /** Sessions of one person in this organization. */
  sessionsOf(userId: string) {
    return this.#handles.read
      .selectFrom('session')
      .where('session.org_id', '=', this.#orgId)
      .where('session.user_id', '=', userId)
  }

  /** Ends a session of one person. */
  endSession(userId: string, id: string) {
    return this.#handles.write
      .deleteFrom('session')
      .where('session.org_id', '=', this.#orgId)
      .where('session.user_id', '=', userId)
      .where('session.id', '=', id)
  }

  insertApiKey(row: NewRow<'api_key'>) {
    return this.#handles.write.insertInto('api_key').values({ ...row, org_id: this.#orgId })
  }

  updateApiKey(id: string) {
    return this.#handles.write
      .updateTable('api_key')
      .where('api_key.org_id', '=', this.#orgId)
      .where('api_key.id', '=', id)
  }

  insertAuditEntry(row: NewRow<'audit_entry'>) {
    return this.#handles.write.insertInto('audit_entry').values({ ...row, org_id: this.#orgId })
  }

  idempotentAnswers() {
    return this.#handles.read
      .selectFrom('idempotency')
      .where('idempotency.org_id', '=', this.#orgId)
  }

  insertIdempotentAnswer(row: NewRow<'idempotency'>) {
    return this.#handles.write.insertInto('idempotency').values({ ...row, org_id: this.#orgId })
  }

  /**
   * Runs `work` in one transaction; its reads see its own writes.
   * A transaction inside a transaction joins it, so an effect, its audit row and its stored answer are one.
   */
  async transaction<T>(work: (db: TenantDb) => Promise<T>): Promise<T> {
    const { write, readRows, scanRows, readPage } = this.#handles
    if (write.isTransaction) return work(this)
    return write.transaction().execute((trx) => {
      const handles = { read: trx, scan: trx, write: trx, readRows, scanRows, readPage }
      return work(new TenantDb(handles, this.#orgId))
    })
  }
}

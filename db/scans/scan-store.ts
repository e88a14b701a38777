import { sql } from 'kysely'
import type { Db, Trx } from '../tables/schema.ts'
import { storePage, type PageContext } from './store-page.ts'
import {
  URL_STATES,
  type FoundUrl,
  type KnownPage,
  type NewScan,
  type ScanRow,
  type ScanStep,
  type WaitingUrl,
} from './scan-rows.ts'

/** Rows of a multi-row insert: SQLite takes 32,766 values. */
const INSERT_ROWS = 500

/** The scans of one site and what they learn of its pages. Only SiteDb makes one. */
export class ScanStore {
  readonly #read: Db
  readonly #write: Db | Trx
  readonly #site: { num: number; id: string; orgId: string }

  constructor(read: Db, write: Db | Trx, site: { num: number; id: string; orgId: string }) {
    this.#read = read
    this.#write = write
    this.#site = site
  }

  /** Throws UniqueViolationError while another scan of the site is under way. */
  async insert({ id, kind, origin, options, requestedBy, at }: NewScan): Promise<void> {
    await this.#write
      .insertInto('scan')
      .values({
        id,
        org_id: this.#site.orgId,
        site_num: this.#site.num,
        site_id: this.#site.id,
        kind,
        origin,
        state: 'queued',
        phase: 'discover',
        seq: 1,
        is_canceled: 0,
        discovered: 0,
        fetched: 0,
        skipped: 0,
        failed: 0,
        options,
        tally: '{}',
        error: null,
        attempts: 0,
        requested_by: requestedBy,
        queued_at: at,
        started_at: null,
        finished_at: null,
      })
      .execute()
  }

  /** The one that is queued or running. */
  active(): Promise<ScanRow | undefined> {
    return this.#read
      .selectFrom('scan')
      .selectAll()
      .where('site_num', '=', this.#site.num)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirst()
  }

  latest(): Promise<ScanRow | undefined> {
    return this.#read
      .selectFrom('scan')
      .selectAll()
      .where('site_num', '=', this.#site.num)
      .orderBy('num', 'desc')
      .limit(1)
      .executeTakeFirst()
  }

  /** Changes a scan that has not ended; what has ended never changes. False when it had. */
  async update(
    num: number,
    values: Partial<Pick<ScanRow, 'state' | 'phase' | 'attempts' | 'started_at' | 'is_canceled'>>,
  ): Promise<boolean> {
    const result = await this.#write
      .updateTable('scan')
      .set({ ...values, seq: sql<number>`seq + 1` })
      .where('num', '=', num)
      .where('site_num', '=', this.#site.num)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirst()
    return result.numUpdatedRows > 0n
  }

  /** Ends a scan, in the transaction that ends its job, and forgets its addresses. */
  async finish(
    num: number,
    end: { state: string; error: string | null; tally: string; at: number },
  ): Promise<void> {
    await this.#write
      .updateTable('scan')
      .set({
        state: end.state,
        phase: 'finalize',
        error: end.error,
        tally: end.tally,
        finished_at: end.at,
        seq: sql<number>`seq + 1`,
      })
      .where('num', '=', num)
      .where('site_num', '=', this.#site.num)
      .where('state', 'in', ['queued', 'running'])
      .execute()
    await this.#write.deleteFrom('scan_url').where('scan_num', '=', num).execute()
  }

  async isCanceled(num: number): Promise<boolean> {
    const row = await this.#read
      .selectFrom('scan')
      .select('is_canceled')
      .where('num', '=', num)
      .where('site_num', '=', this.#site.num)
      .executeTakeFirst()
    return row?.is_canceled !== 0
  }

  /** Addresses that wait, in the order in which they were found. */
  async waiting(num: number, afterSeq: number, limit: number): Promise<WaitingUrl[]> {
    const rows = await this.#read
      .selectFrom('scan_url')
      .select(['seq', 'url', 'depth', 'modified_at'])
      .where('scan_num', '=', num)
      .where('seq', '>', afterSeq)
      .where('state', '=', URL_STATES.waiting)
      .orderBy('seq')
      .limit(limit)
      .execute()
    return rows.map(({ modified_at, ...row }) => ({ ...row, modifiedAt: modified_at }))
  }

  /** Addresses that were never asked for, by why. */
  async countLeftOut(num: number): Promise<{ forbidden: number; excluded: number }> {
    const rows = await this.#read
      .selectFrom('scan_url')
      .select(['state', (eb) => eb.fn.countAll<number>().as('n')])
      .where('scan_num', '=', num)
      .where('state', '>', URL_STATES.done)
      .groupBy('state')
      .execute()
    const count = (state: number): number => rows.find((row) => row.state === state)?.n ?? 0
    return { forbidden: count(URL_STATES.forbidden), excluded: count(URL_STATES.excluded) }
  }

  /** Addresses of pages that a scan has seen before and that are not gone, by number. */
  knownUrls(afterNum: number, limit: number): Promise<{ num: number; url: string }[]> {
    return this.#read
      .selectFrom('page_record')
      .innerJoin('page', 'page.num', 'page_record.page_num')
      .select(['page.num', 'page.url'])
      .where('page_record.site_num', '=', this.#site.num)
      .where('page_record.state', '!=', 'gone')
      .where('page_record.page_num', '>', afterNum)
      .orderBy('page_record.page_num')
      .limit(limit)
      .execute()
  }

  async knownPage(path: string): Promise<KnownPage | undefined> {
    const row = await this.#read
      .selectFrom('page')
      .leftJoin('page_record', 'page_record.page_num', 'page.num')
      .select([
        'page.num',
        'page_record.state',
        'page_record.missing',
        'page_record.etag',
        'page_record.last_modified',
        'page_record.content_hash',
        'page_record.body_hash',
      ])
      .where('page.site_num', '=', this.#site.num)
      .where('page.path', '=', path)
      .executeTakeFirst()
    return (
      row && {
        num: row.num,
        state: row.state,
        missing: row.missing ?? 0,
        etag: row.etag,
        lastModified: row.last_modified,
        contentHash: row.content_hash,
        bodyHash: row.body_hash,
      }
    )
  }

  /**
   * Writes one step down, whole: pages, addresses and counts agree after any crash.
   * Answers how many addresses were new.
   */
  async commit(num: number, step: ScanStep, at: number, newPageId: () => string): Promise<number> {
    return this.#inTransaction(async (trx) => {
      const page: PageContext = { trx, siteNum: this.#site.num, scanNum: num, at, newPageId }
      for (const write of step.pages) await storePage(page, write)
      const added = await addUrls(trx, num, step.found)
      if (step.done.length > 0) {
        await trx
          .updateTable('scan_url')
          .set({ state: URL_STATES.done })
          .where('scan_num', '=', num)
          .where('seq', 'in', step.done)
          .execute()
      }
      await trx
        .updateTable('scan')
        .set({
          seq: sql<number>`seq + 1`,
          discovered: sql<number>`discovered + ${added.all}`,
          fetched: sql<number>`fetched + ${step.fetched}`,
          skipped: sql<number>`skipped + ${step.skipped + added.skipped}`,
          failed: sql<number>`failed + ${step.failed}`,
          phase: step.phase,
          tally: step.tally,
        })
        .where('num', '=', num)
        .where('site_num', '=', this.#site.num)
        .where('state', '=', 'running')
        .execute()
      return added.all
    })
  }

  #inTransaction<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    const db = this.#write
    return db.isTransaction ? work(db as Trx) : db.transaction().execute(work)
  }
}

/** Adds what is new, numbered in the order in which it was found. */
async function addUrls(trx: Trx, scanNum: number, found: readonly FoundUrl[]) {
  const added = { all: 0, skipped: 0 }
  for (let from = 0; from < found.length; from += INSERT_ROWS) {
    const rows = found.slice(from, from + INSERT_ROWS)
    const { last } = await trx
      .selectFrom('scan_url')
      .select((eb) => eb.fn.coalesce(eb.fn.max('seq'), sql<number>`0`).as('last'))
      .where('scan_num', '=', scanNum)
      .executeTakeFirstOrThrow()
    const inserted = await trx
      .insertInto('scan_url')
      .values(
        rows.map(({ url, depth, modifiedAt, state }, i) => ({
          scan_num: scanNum,
          seq: last + 1 + i,
          url,
          modified_at: modifiedAt,
          depth,
          state: URL_STATES[state],
        })),
      )
      .onConflict((conflict) => conflict.columns(['scan_num', 'url']).doNothing())
      .returning('state')
      .execute()
    added.all += inserted.length
    added.skipped += inserted.filter(({ state }) => state !== URL_STATES.waiting).length
  }
  return added
}

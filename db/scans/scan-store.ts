import { CompiledQuery, sql } from 'kysely'
import { stepTransaction } from '../step-transaction.ts'
import type { Db, Trx } from '../tables/schema.ts'
import { storePages } from './store-pages.ts'
import { waitingUrl, type WaitingRow } from './waiting-row.ts'
import {
  URL_STATES,
  type FoundUrl,
  type NewScan,
  type ScanRow,
  type ScanStep,
  type WaitingUrl,
} from './scan-rows.ts'

/** Addresses of a statement: the list of a sitemap must not hold up the event loop. */
const INSERT_ROWS = 2_000
/** Addresses that were left and are kept for the next scan. */
const MAX_LEFT = 5_000

const IS_CANCELED = 'SELECT is_canceled FROM scan WHERE num = ? AND site_num = ?'

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
    values: Partial<
      Pick<ScanRow, 'state' | 'phase' | 'tally' | 'attempts' | 'started_at' | 'is_canceled'>
    >,
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

  /** Keeps what a scan did so far, in the transaction of what it did. */
  async saveTally(num: number, tally: string): Promise<void> {
    await this.#write
      .updateTable('scan')
      .set({ tally, seq: sql<number>`seq + 1` })
      .where('num', '=', num)
      .where('site_num', '=', this.#site.num)
      .where('state', '=', 'running')
      .execute()
  }

  /** Ends a scan, in the transaction that ends its job, and forgets the addresses of all scans, save those that this one left. */
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
    await sql`DELETE FROM scan_url
      WHERE scan_num IN (SELECT num FROM scan WHERE site_num = ${this.#site.num}) AND (scan_num, seq) NOT IN (
        SELECT scan_num, seq FROM scan_url WHERE scan_num = ${num} AND state > ${URL_STATES.done}
        ORDER BY seq LIMIT ${MAX_LEFT})`.execute(this.#write)
  }

  /** Asked for every page, so it is compiled once. */
  async isCanceled(num: number): Promise<boolean> {
    const query = CompiledQuery.raw(IS_CANCELED, [num, this.#site.num])
    const { rows } = await this.#read.executeQuery<{ is_canceled: number }>(query)
    return rows[0]?.is_canceled !== 0
  }

  /** Addresses of `origin` that wait, in the order in which they were found, with the pages that are known there. */
  async waiting(
    num: number,
    { after, limit, origin }: { after: number; limit: number; origin: string },
  ): Promise<WaitingUrl[]> {
    const { rows } = await sql<WaitingRow>`
      SELECT u.seq, u.url, u.depth, u.modified_at, p.num, p.title, r.state, r.missing, r.etag, r.last_modified,
        lower(hex(r.content_hash)) AS content_hash, lower(hex(r.body_hash)) AS body_hash
      FROM (
        SELECT * FROM scan_url WHERE scan_num = ${num} AND seq > ${after} AND state = ${URL_STATES.waiting}
        ORDER BY seq LIMIT ${limit}
      ) AS u
      LEFT JOIN page AS p ON p.site_num = ${this.#site.num} AND p.path = substr(u.url, ${origin.length + 1})
      LEFT JOIN page_record AS r ON r.page_num = p.num
      ORDER BY u.seq`.execute(this.#read)
    return rows.map(waitingUrl)
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

  /** Addresses that the scan before left: its robots.txt or its owner wanted it so, or they failed. */
  async leftUrls(num: number): Promise<{ url: string; hasFailed: boolean }[]> {
    const { rows } = await sql<{ url: string; state: number }>`
      SELECT u.url, u.state FROM scan JOIN scan_url AS u ON u.scan_num = scan.num
      WHERE scan.site_num = ${this.#site.num} AND scan.num < ${num}`.execute(this.#read)
    return rows.map(({ url, state }) => ({ url, hasFailed: state === URL_STATES.failed }))
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

  /** Pages that scans have read and that are there, by number. */
  readPages(afterNum: number, limit: number): Promise<ReadPageRow[]> {
    return this.#read
      .selectFrom('page_record')
      .innerJoin('page', 'page.num', 'page_record.page_num')
      .select(['page.num', 'page.path', 'page.url', 'page.title'])
      .select(['page_record.state', 'page_record.record'])
      .where('page_record.site_num', '=', this.#site.num)
      .where('page_record.state', 'in', ['active', 'excluded'])
      .where('page_record.record', 'is not', null)
      .where('page_record.page_num', '>', afterNum)
      .orderBy('page_record.page_num')
      .limit(limit)
      .execute()
  }

  async hasExcluded(): Promise<boolean> {
    const row = await this.#read
      .selectFrom('page_record')
      .select('page_num')
      .where('site_num', '=', this.#site.num)
      .where('state', '=', 'excluded')
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  async setStates(pageNums: readonly number[], state: 'active' | 'excluded'): Promise<void> {
    if (pageNums.length === 0) return
    await this.#write
      .updateTable('page_record')
      .set({ state })
      .where('site_num', '=', this.#site.num)
      .where('page_num', 'in', pageNums)
      .execute()
  }

  /**
   * Writes one step down, whole: pages, addresses and counts agree after any crash.
   * Answers how many addresses were new.
   */
  async commit(num: number, step: ScanStep, at: number, newPageId: () => string): Promise<number> {
    return stepTransaction(this.#write, async (trx) => {
      await storePages({ trx, siteNum: this.#site.num, scanNum: num, at, newPageId }, step.pages)
      const added = await addUrls(trx, num, step.found)
      if (step.done.length > 0) {
        await sql`UPDATE scan_url SET state = ${URL_STATES.done} WHERE scan_num = ${num}
          AND seq IN (SELECT value FROM json_each(${JSON.stringify(step.done)}))`.execute(trx)
      }
      if (step.lost.length > 0) {
        await sql`UPDATE scan_url SET state = ${URL_STATES.failed} WHERE scan_num = ${num}
          AND seq IN (SELECT value FROM json_each(${JSON.stringify(step.lost)}))`.execute(trx)
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
}

export interface ReadPageRow {
  num: number
  path: string
  url: string
  title: string | null
  state: string
  record: string | null
}

/** Adds what is new, numbered in the order in which it was found. */
async function addUrls(trx: Trx, scanNum: number, found: readonly FoundUrl[]) {
  const added = { all: 0, skipped: 0 }
  for (let from = 0; from < found.length; from += INSERT_ROWS) {
    const rows = found
      .slice(from, from + INSERT_ROWS)
      .map(({ url, depth, modifiedAt, state }) => [url, modifiedAt, depth, URL_STATES[state]])
    const { rows: inserted } = await sql<{ state: number }>`
      INSERT INTO scan_url (scan_num, seq, url, modified_at, depth, state)
      SELECT ${scanNum}, key + 1 + (SELECT COALESCE(MAX(seq), 0) FROM scan_url WHERE scan_num = ${scanNum}),
        value ->> 0, value ->> 1, value ->> 2, value ->> 3
      FROM json_each(${JSON.stringify(rows)}) WHERE true
      ON CONFLICT (scan_num, url) DO NOTHING
      RETURNING state`.execute(trx)
    added.all += inserted.length
    added.skipped += inserted.filter(({ state }) => state !== URL_STATES.waiting).length
  }
  return added
}

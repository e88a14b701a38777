import { sql, type UpdateObject } from 'kysely'
import { numberList, valueRows } from '../forms.ts'
import { isLeaseHeld, LeaseLostError, type Lease } from '../jobs/lease.ts'
import { stepTransaction } from '../step-transaction.ts'
import type { Db, Tables, Trx } from '../tables/schema.ts'
import {
  markTallyCut,
  deleteUrls,
  scansToKeep,
  carriedOverUrls,
  previousScan,
  type CarriedOverUrl,
} from './carried-over-urls.ts'
import { addUrls, URLS_PER_STATEMENT } from './add-urls.ts'
import { storePages } from './store-pages.ts'
import { excludeForbiddenPages } from './exclude-forbidden-pages.ts'
import { newScanRow, type SiteToScan } from './new-scan-row.ts'
import { scannedPages, type ScannedPageRow } from './scanned-pages.ts'
import { waitingUrls, type WaitingRange } from './waiting-urls.ts'
import {
  URL_STATES,
  type NewScan,
  type ScanRow,
  type ScanStep,
  type WaitingUrl,
} from './scan-rows.ts'

/** The scans of one site and what they learn of its pages. Only SiteDb makes one. */
export class ScanStore {
  readonly #read: Db
  readonly #write: Db | Trx
  readonly #site: SiteToScan
  readonly #lease: Lease | undefined

  constructor(read: Db, write: Db | Trx, site: SiteToScan, lease?: Lease) {
    this.#read = read
    this.#write = write
    this.#site = site
    this.#lease = lease
  }

  /**
   * Returns a store for a run of a job: a step is stored only while the run has the job, the scan runs and the site
   * exists. Otherwise it throws LeaseLostError, which rolls the whole transaction back.
   */
  heldBy(lease: Lease): ScanStore {
    return new ScanStore(this.#read, this.#write, this.#site, lease)
  }

  /** Throws UniqueViolationError while another scan of the site is under way. */
  async insert(scan: NewScan): Promise<void> {
    await this.#write.insertInto('scan').values(newScanRow(this.#site, scan)).execute()
  }

  /** Returns the scan that is queued or running. */
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

  /** Changes a scan that has not ended, whoever has its job. False when it had ended, and nothing changed. */
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

  /** Stores how far a scan came, in the transaction of what it did. */
  saveProgress(num: number, values: { phase?: string; tally?: string }): Promise<void> {
    return this.#step(this.#write, num, values)
  }

  async #step(db: Db | Trx, num: number, values: UpdateObject<Tables, 'scan'>): Promise<void> {
    const lease = this.#lease
    const { numUpdatedRows } = await db
      .updateTable('scan')
      .set({ ...values, seq: sql<number>`seq + 1` })
      .where('num', '=', num)
      .where('site_num', '=', this.#site.num)
      .where('state', '=', 'running')
      .where(lease ? isLeaseHeld(lease) : sql<boolean>`true`)
      .where(sql<boolean>`EXISTS (SELECT 1 FROM site WHERE num = ${this.#site.num})`)
      .executeTakeFirstOrThrow()
    if (lease && numUpdatedRows === 0n) throw new LeaseLostError()
  }

  /**
   * Ends a scan, in the transaction that ends its job, and deletes the addresses of all scans, except those that this
   * one left for the next. False when it had ended before.
   */
  async finish(
    num: number,
    end: { state: string; error: string | null; tally: string; at: number },
  ): Promise<boolean> {
    const kept = await scansToKeep(this.#write, this.#site.num, num)
    const result = await this.#write
      .updateTable('scan')
      .set({
        state: end.state,
        phase: 'finalize',
        error: end.error,
        tally: kept.isTooMuch ? markTallyCut(end.tally) : end.tally,
        finished_at: end.at,
        seq: sql<number>`seq + 1`,
      })
      .where('num', '=', num)
      .where('site_num', '=', this.#site.num)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirst()
    if (result.numUpdatedRows === 0n) return false
    await deleteUrls(this.#write, this.#site.num, kept.nums)
    return true
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

  /** Returns waiting addresses of `origin`, in the order in which they were found, with the known pages there. */
  waiting(num: number, wanted: WaitingRange): Promise<WaitingUrl[]> {
    return waitingUrls(this.#read, this.#site.num, num, wanted)
  }

  /** Returns the first address that was found: the start page, at the origin from which the site is read. */
  async firstUrl(num: number): Promise<string | undefined> {
    const row = await this.#read
      .selectFrom('scan_url')
      .select('url')
      .where('scan_num', '=', num)
      .where('seq', '=', 1)
      .executeTakeFirst()
    return row?.url
  }

  /** Returns those of the addresses of `origin` that have an active page. */
  async activeAmong(urls: readonly string[], origin: string): Promise<string[]> {
    const found: string[] = []
    for (let from = 0; from < urls.length; from += URLS_PER_STATEMENT) {
      const some = urls.slice(from, from + URLS_PER_STATEMENT).map((url) => [url])
      const { rows } = await sql<{ url: string }>`
        SELECT list.url FROM ${valueRows('list', { url: 'text' }, some)}
        JOIN page AS p ON p.site_num = ${this.#site.num} AND p.path = substr(list.url, ${origin.length + 1})
        JOIN page_record AS r ON r.page_num = p.num
        WHERE r.state = 'active'`.execute(this.#read)
      found.push(...rows.map(({ url }) => url))
    }
    return found
  }

  /** Counts the addresses that were never requested, by reason. */
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

  /** Excludes the pages that robots.txt forbids, as the scan found; returns the paths of all forbidden pages. */
  excludeForbiddenPages(num: number): Promise<Set<string>> {
    return excludeForbiddenPages(this.#read, this.#write, this.#site.num, num)
  }

  /** Returns the scan before, among those that came far enough to find anything. */
  previousScan(num: number): Promise<{ tally: string; maxPages: number } | undefined> {
    return previousScan(this.#read, this.#site.num, num)
  }

  /** Returns the addresses that earlier scans left unread. */
  carriedOverUrls(num: number): Promise<CarriedOverUrl[]> {
    return carriedOverUrls(this.#read, this.#site.num, num)
  }

  /** Returns addresses of pages that are gone, those that were requested longest ago first. */
  async goneUrls(limit: number): Promise<string[]> {
    const rows = await this.#read
      .selectFrom('page_record')
      .innerJoin('page', 'page.num', 'page_record.page_num')
      .select('page.url')
      .where('page_record.site_num', '=', this.#site.num)
      .where('page_record.state', '=', 'gone')
      .orderBy('page_record.last_scanned_at')
      .orderBy('page_record.page_num')
      .limit(limit)
      .execute()
    return rows.map(({ url }) => url)
  }

  /** Returns addresses of pages that a scan has seen before and that are not gone, by number. */
  knownUrls(
    afterNum: number,
    limit: number,
  ): Promise<{ num: number; path: string; url: string }[]> {
    return this.#read
      .selectFrom('page_record')
      .innerJoin('page', 'page.num', 'page_record.page_num')
      .select(['page.num', 'page.path', 'page.url'])
      .where('page_record.site_num', '=', this.#site.num)
      .where('page_record.state', '!=', 'gone')
      .where('page_record.page_num', '>', afterNum)
      .orderBy('page_record.page_num')
      .limit(limit)
      .execute()
  }

  /** Returns pages that scans have read and that are not gone, by number. */
  readPages(afterNum: number, limit: number): Promise<ScannedPageRow[]> {
    return scannedPages(this.#read)
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

  async setStates(
    pageNums: readonly number[],
    state: 'active' | 'excluded' | 'redirected',
  ): Promise<void> {
    if (pageNums.length === 0) return
    await this.#write
      .updateTable('page_record')
      .set({ state })
      .where('site_num', '=', this.#site.num)
      .where('page_num', 'in', pageNums)
      .execute()
  }

  /**
   * Stores one step in one transaction, so that pages, addresses and counts agree after any crash.
   * Returns how many addresses were new. Throws LeaseLostError as `heldBy` says.
   */
  async commit(num: number, step: ScanStep, at: number, newPageId: () => string): Promise<number> {
    return stepTransaction(this.#write, async (trx) => {
      await storePages({ trx, siteNum: this.#site.num, scanNum: num, at, newPageId }, step.pages)
      const added = await addUrls(trx, num, step.found)
      if (step.done.length > 0) {
        await sql`UPDATE scan_url SET state = ${URL_STATES.done} WHERE scan_num = ${num}
          AND seq IN ${numberList(step.done)}`.execute(trx)
      }
      if (step.lost.length > 0) {
        await sql`UPDATE scan_url SET state = ${URL_STATES.failed} WHERE scan_num = ${num}
          AND seq IN ${numberList(step.lost)}`.execute(trx)
      }
      await this.#step(trx, num, {
        discovered: sql<number>`discovered + ${added.all}`,
        fetched: sql<number>`fetched + ${step.fetched}`,
        skipped: sql<number>`skipped + ${step.skipped + added.skipped}`,
        failed: sql<number>`failed + ${step.failed}`,
        phase: step.phase,
        tally: step.tally,
      })
      return added.all
    })
  }
}

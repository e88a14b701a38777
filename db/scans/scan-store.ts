import { sql, type UpdateObject } from 'kysely'
import { numberList } from '../forms.ts'
import { isLeaseHeld, LeaseLostError, type Lease } from '../jobs/lease.ts'
import { stepTransaction } from '../step-transaction.ts'
import type { Db, Tables, Trx } from '../tables/schema.ts'
import type { Handles } from '../handles.ts'
import { prepareStatement } from '../prepared-statement.ts'
import { SiteStore } from '../site/site-store.ts'
import {
  markTallyCut,
  deleteUrls,
  scansToKeep,
  carriedOverUrls,
  previousScan,
  type CarriedOverUrl,
} from './carried-over-urls.ts'
import { addUrls } from './add-urls.ts'
import { storePages } from './store-pages.ts'
import { waitingUrls, type WaitingRange } from './waiting-urls.ts'
import {
  forgetAddresses,
  noteAddresses,
  noteLeftOut,
  scanAddresses,
  type AddressRange,
  type ScanAddressRow,
} from './scan-addresses.ts'
import {
  URL_STATES,
  type NewScan,
  type ScanRow,
  type ScanEnding,
  type ScanStep,
  type WaitingUrl,
} from './scan-rows.ts'

/** The columns of a scan that the site it belongs to is shown with. */
export type ShownScan = Pick<
  ScanRow,
  'num' | 'id' | 'state' | 'fetched' | 'discovered' | 'finished_at' | 'error' | 'tally'
>

const NEWEST = prepareStatement(
  ['site'],
  ({ site }) => sql<ShownScan>`
    SELECT num, id, state, fetched, discovered, finished_at, error, tally FROM scan WHERE num IN (
      (SELECT MAX(num) FROM scan WHERE site_num = ${site}),
      (SELECT MAX(num) FROM scan WHERE site_num = ${site} AND state IN ('succeeded', 'partial')))
    ORDER BY num DESC`,
)

interface SiteToScan {
  num: number
  id: string
  orgId: string
}

/** The scans of one site, with their addresses and their steps. */
export class ScanStore extends SiteStore {
  readonly #site: SiteToScan
  readonly #lease: Lease | undefined

  constructor(handles: Handles, site: SiteToScan, lease?: Lease) {
    super(handles, site.num)
    this.#site = site
    this.#lease = lease
  }

  /**
   * Returns a store for a scan that works on a job: it stores a step only while the scan holds the job's lease, runs,
   * and its site exists. Otherwise it throws LeaseLostError, which rolls the whole transaction back.
   */
  heldBy(lease: Lease): ScanStore {
    return new ScanStore(this.handles, this.#site, lease)
  }

  /** Adds a scan. Throws UniqueViolationError while another scan of the site is under way. */
  async insert(scan: NewScan): Promise<void> {
    const { at, requestedBy, ...asked } = scan
    await this.handles.write
      .insertInto('scan')
      .values({
        ...asked,
        org_id: this.#site.orgId,
        site_num: this.#site.num,
        site_id: this.#site.id,
        state: 'queued',
        phase: 'discover',
        seq: 1,
        is_canceled: 0,
        discovered: 0,
        fetched: 0,
        skipped: 0,
        failed: 0,
        tally: '{}',
        error: null,
        attempts: 0,
        requested_by: requestedBy,
        queued_at: at,
        started_at: null,
        finished_at: null,
        credits_spent: null,
      })
      .execute()
  }

  /** Returns the scan of the site that is queued or running; undefined where none exists. */
  active(): Promise<ScanRow | undefined> {
    return this.handles.read
      .selectFrom('scan')
      .selectAll()
      .where('site_num', '=', this.siteNum)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirst()
  }

  latest(): Promise<ScanRow | undefined> {
    return this.handles.read
      .selectFrom('scan')
      .selectAll()
      .where('site_num', '=', this.siteNum)
      .orderBy('num', 'desc')
      .limit(1)
      .executeTakeFirst()
  }

  /**
   * Returns the newest scan of the site, and the newest one that completed, since a failed or canceled one says nothing
   * about the whole site.
   */
  async newest(): Promise<{ latest?: ShownScan; completed?: ShownScan }> {
    const rows = await NEWEST.rows(this.handles.read, { site: this.siteNum })
    const [latest] = rows
    const completed = rows.find(({ state }) => state === 'succeeded' || state === 'partial')
    return { ...(latest && { latest }), ...(completed && { completed }) }
  }

  /**
   * Changes a scan that has not ended, no matter which process has its job. Returns false, and changes nothing, for a
   * scan that has ended.
   */
  async update(num: number, values: Partial<ScanRow>): Promise<boolean> {
    const result = await this.handles.write
      .updateTable('scan')
      .set({ ...values, seq: sql<number>`seq + 1` })
      .where('num', '=', num)
      .where('site_num', '=', this.siteNum)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirst()
    return result.numUpdatedRows > 0n
  }

  /** Stores the phase or the tally of a scan, in the transaction of the results that they report. */
  saveProgress(num: number, values: { phase?: string; tally?: string }): Promise<void> {
    return this.#step(this.handles.write, num, values)
  }

  async #step(db: Db | Trx, num: number, values: UpdateObject<Tables, 'scan'>): Promise<void> {
    const lease = this.#lease
    const { numUpdatedRows } = await db
      .updateTable('scan')
      .set({ ...values, seq: sql<number>`seq + 1` })
      .where('num', '=', num)
      .where('site_num', '=', this.siteNum)
      .where('state', '=', 'running')
      .where(lease ? isLeaseHeld(lease) : sql<boolean>`true`)
      .where(sql<boolean>`EXISTS (SELECT 1 FROM site WHERE num = ${this.siteNum})`)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new LeaseLostError()
  }

  /**
   * Ends a scan, in the transaction that ends its job, and deletes the addresses of all scans of the site, except those
   * that this one left for the next. Returns false where the scan had ended before.
   */
  async finish(num: number, end: ScanEnding): Promise<boolean> {
    const kept = await scansToKeep(this.handles.write, this.siteNum, num)
    const isFirst = await this.update(num, {
      state: end.state,
      phase: 'finalize',
      error: end.error,
      tally: kept.isTooMuch ? markTallyCut(end.tally) : end.tally,
      finished_at: end.at,
      credits_spent: end.creditsSpent,
    })
    if (!isFirst) return false
    await deleteUrls(this.handles.write, this.siteNum, kept.nums)
    await forgetAddresses(this.handles.write, this.siteNum)
    return true
  }

  async isCanceled(num: number): Promise<boolean> {
    const row = await this.handles.read
      .selectFrom('scan')
      .select('is_canceled')
      .where('num', '=', num)
      .where('site_num', '=', this.siteNum)
      .executeTakeFirst()
    return row?.is_canceled !== 0
  }

  /** Selects the number of a scan, if the scan is one of the site's: addresses of scans have no site of their own. */
  #own(num: number) {
    return this.handles.read
      .selectFrom('scan')
      .select('num')
      .where('num', '=', num)
      .where('site_num', '=', this.siteNum)
  }

  /** Returns waiting addresses of `origin`, in the order in which they were found, with the known pages there. */
  waiting(num: number, wanted: WaitingRange): Promise<WaitingUrl[]> {
    return waitingUrls(this.handles.read, this.siteNum, num, wanted)
  }

  /**
   * Returns the first address that a scan found: the start page, at the origin from which the site is read; undefined
   * where none exists.
   */
  async firstUrl(num: number): Promise<string | undefined> {
    const row = await this.handles.read
      .selectFrom('scan_url')
      .select('url')
      .where('scan_num', 'in', this.#own(num))
      .where('seq', '=', 1)
      .executeTakeFirst()
    return row?.url
  }

  /** Counts the addresses that a scan never requested, by the reason. */
  async countLeftOut(num: number): Promise<{ forbidden: number; excluded: number; asset: number }> {
    const rows = await this.handles.read
      .selectFrom('scan_url')
      .select(['state', (eb) => eb.fn.countAll<number>().as('n')])
      .where('scan_num', 'in', this.#own(num))
      .where('state', '>', URL_STATES.done)
      .groupBy('state')
      .execute()
    const count = (state: number): number => rows.find((row) => row.state === state)?.n ?? 0
    const { forbidden, excluded, asset } = URL_STATES
    return { forbidden: count(forbidden), excluded: count(excluded), asset: count(asset) }
  }

  /**
   * Stores the addresses that a scan never requested, with the reasons; `unreached` is the reason for those that still
   * wait.
   */
  noteLeftOut(num: number, unreached: string | undefined): Promise<void> {
    return noteLeftOut(this.handles.write, { siteNum: this.siteNum, scanNum: num }, unreached)
  }

  /** Returns addresses that became no page of a scan, in the order in which they were found. */
  addresses(num: number, range: AddressRange): Promise<ScanAddressRow[]> {
    return scanAddresses(this.handles.read, this.siteNum, num, range)
  }

  /** Returns the newest scan before this one that came far enough to find any address; undefined where none exists. */
  previousScan(num: number): Promise<{ tally: string; maxPages: number } | undefined> {
    return previousScan(this.handles.read, this.siteNum, num)
  }

  /** Returns the addresses that the scans before this one left unread. */
  carriedOverUrls(num: number): Promise<CarriedOverUrl[]> {
    return carriedOverUrls(this.handles.read, this.siteNum, num)
  }

  /**
   * Stores one step in one transaction, so that pages, addresses and counts agree after any crash.
   * Returns how many addresses were new. Throws LeaseLostError as `heldBy` says, and where the scan is not the site's.
   */
  async commit(num: number, step: ScanStep, at: number, newPageId: () => string): Promise<number> {
    return stepTransaction(this.handles.write, async (trx) => {
      await storePages({ trx, siteNum: this.siteNum, scanNum: num, at, newPageId }, step.pages)
      const added = await addUrls(trx, num, step.found)
      await noteAddresses(trx, num, step.noted ?? [])
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

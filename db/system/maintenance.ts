import { sql, type Selectable } from 'kysely'
import { DAY_MS } from '../../src/lib/time/clock.ts'
import { ROLLUP_VERSION, siteDimensions } from '../facts/rollup-keys.ts'
import { rebuildRollups, type RebuildHandles } from '../ingest/rebuild-rollups.ts'
import { FULL_TEXT_TABLES, type FullTextTable } from '../search/full-text.ts'
import { forgottenGatewayEvents } from './gateway-events.ts'
import { forgottenOauth } from './forgotten-oauth.ts'
import { deleteBatchWithWords } from './delete-with-words.ts'
import { listDays, deleteBatch } from './delete-batch.ts'
import { erasureOf, truncateLog, mergeWordsStep, type Erasure } from './purge.ts'
import { verifyRollups, type RollupDifference } from './verify-rollups.ts'
import type { Tables } from '../tables/schema.ts'
import { DAY_TABLES, SITE_TABLES } from './site-tables.ts'
import { SystemStore } from './system-store.ts'

/**
 * The milliseconds for which domain events are kept: two weeks, twice as long as a paused subscription keeps its
 * deliveries.
 */
const OUTBOX_MS = 14 * DAY_MS
/** The milliseconds for which calls of assistants are kept. */
const ASSISTANT_CALLS_MS = 30 * DAY_MS
/** The milliseconds for which attempts to deliver are kept. */
const DELIVERIES_MS = 30 * DAY_MS

/** The organization, place and hash of the last entry of its audit log. */
type StoredHead = Pick<Selectable<Tables['audit_entry']>, 'org_id' | 'seq' | 'hash'>

/** The time and number of a call of an assistant, by which calls of an organization are ordered. */
interface CallPlace {
  at: number
  num: number
}

/**
 * Does the work on the data that no caller asks for, such as deleting what is too old.
 *
 * @NOTE no org_id: it works on every organization's rows and returns none of them.
 */
export class MaintenanceStore extends SystemStore {
  readonly #ways: RebuildHandles
  /** The full-text merges that have begun, by table and site. */
  readonly #merges = new Set<string>()
  readonly #erasure: Erasure

  constructor(ways: RebuildHandles) {
    super(ways.write)
    this.#ways = ways
    this.#erasure = erasureOf(ways.write)
  }

  /**
   * Deletes one step of the data that must not be kept: salts after 48 hours, visitors of closed days, old event ids,
   * stored answers, sessions, tokens of links, guesses of passwords, domain events, deliveries, calls of assistants,
   * the ids of events of the payment gateway, and what OAuth left behind. Returns false once nothing is left.
   */
  async forgetExpiredStep(nowMs: number): Promise<boolean> {
    const today = Math.floor(nowMs / DAY_MS)
    const expired = [
      ['site_salt', sql`expires_at <= ${nowMs}`],
      ['visitor_day', sql`day < ${today - 2}`],
      ['visitor_source', sql`day < ${today - 2}`],
      ['return_day', sql`day < ${today - 2}`],
      ['event_key', sql`arrival_day < ${today - 1}`],
      ['idempotency', sql`created_at < ${nowMs - DAY_MS}`],
      ['session', sql`expires_at < ${nowMs}`],
      ['invitation', sql`expires_at < ${nowMs}`],
      ['one_time_token', sql`expires_at < ${nowMs}`],
      ['sign_in_guess', sql`at < ${nowMs - DAY_MS}`],
      ['mail_permit', sql`at < ${nowMs - DAY_MS}`],
      ['outbox', sql`at < ${nowMs - OUTBOX_MS}`],
      ['assistant_call', sql`at < ${nowMs - ASSISTANT_CALLS_MS}`],
      ['billing_event', forgottenGatewayEvents(nowMs)],
      ...forgottenOauth(nowMs),
      ['webhook_delivery', sql`at < ${nowMs - DELIVERIES_MS}`],
    ] as const
    for (const [table, meant] of expired) {
      if (await deleteBatch(this.db, table, meant)) return true
    }
    await truncateLog(this.db)
    return false
  }

  /** Returns the last entries of the audit logs of organizations behind an id, in the order of these ids. */
  async auditHeads(afterOrgId: string, limit: number): Promise<StoredHead[]> {
    const { rows } =
      await sql<StoredHead>`SELECT entry.org_id, entry.seq, entry.hash FROM organization
      JOIN audit_entry AS entry ON entry.org_id = organization.id AND entry.seq =
        (SELECT MAX(seq) FROM audit_entry WHERE org_id = organization.id)
      WHERE organization.id > ${afterOrgId} ORDER BY organization.id LIMIT ${limit}`.execute(
        this.db,
      )
    return rows
  }

  /** Returns the ids of all organizations. */
  async organizationIds(): Promise<string[]> {
    const rows = await this.db.selectFrom('organization').select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  }

  /**
   * Returns the ids of organizations, in order and behind an id, whose plan or given plan has come to its end without
   * that being stored yet.
   */
  async overduePlans(nowMs: number, afterOrgId: string, limit: number): Promise<string[]> {
    const rows = await this.db
      .selectFrom('organization')
      .select('id')
      .where((eb) =>
        eb.or([
          eb('given_until', '<=', nowMs),
          eb.and([
            eb('plan_until', '<=', nowMs),
            eb('plan_status', 'in', ['trialing', 'past_due', 'cancelled']),
          ]),
        ]),
      )
      .where('id', '>', afterOrgId)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  }

  /**
   * Finds the newest of those calls of assistants that an organization has in addition to its newest `most`; undefined
   * where it has no more than these.
   */
  newestCallTooMany(orgId: string, most: number): Promise<CallPlace | undefined> {
    return this.#ways.scan
      .selectFrom('assistant_call')
      .select(['at', 'num'])
      .where('org_id', '=', orgId)
      .orderBy('at', 'desc')
      .orderBy('num', 'desc')
      .offset(most)
      .limit(1)
      .executeTakeFirst()
  }

  /**
   * Deletes one step of an organization's calls of assistants, from the oldest to the given one; returns false once
   * none of them is left.
   */
  forgetCallsStep(orgId: string, { at, num }: CallPlace): Promise<boolean> {
    const meant = sql`org_id = ${orgId} AND at <= ${at} AND (at < ${at} OR num <= ${num})`
    return deleteBatch(this.db, 'assistant_call', meant)
  }

  /** Returns all webhook subscriptions with their organizations, in the order of their ids. */
  webhookSubscriptions(): Promise<{ id: string; org_id: string }[]> {
    return this.db
      .selectFrom('webhook_subscription')
      .select(['id', 'org_id'])
      .orderBy('id')
      .execute()
  }

  /**
   * Deletes one step of a subscription's attempts that are older than its newest `most`; returns false once none of
   * them is left.
   */
  async forgetDeliveriesStep(
    { id, org_id: orgId }: { id: string; org_id: string },
    most: number,
  ): Promise<boolean> {
    const newest = await this.db
      .selectFrom('webhook_delivery')
      .select('num')
      .where('org_id', '=', orgId)
      .where('subscription_id', '=', id)
      .orderBy('num', 'desc')
      .offset(most)
      .limit(1)
      .executeTakeFirst()
    if (!newest) return false
    const meant = sql`org_id = ${orgId} AND subscription_id = ${id} AND num <= ${newest.num}`
    return deleteBatch(this.db, 'webhook_delivery', meant)
  }

  /** Returns the numbers of deleted sites that still have rows. */
  async deletedSites(): Promise<number[]> {
    const rows = await this.db.selectFrom('deleted_site').select('site_num').execute()
    return rows.map((row) => row.site_num)
  }

  /**
   * Deletes one step of a deleted site's rows; returns false once nothing is left that can be done now. Small steps let
   * events in between. Deleted rows are overwritten, also in the pages that become free, so that no text of them is
   * left in the file.
   */
  async purgeStep(siteNum: number): Promise<boolean> {
    // Without the mark no rows of the site are left, and overwriting free pages for it would be in vain.
    if (!(await this.#isMarked(siteNum))) return false
    return this.#erasure.step(() => this.#purgeStep(siteNum))
  }

  async #isMarked(siteNum: number): Promise<boolean> {
    const marked = this.db.selectFrom('deleted_site').select('site_num')
    return (await marked.where('site_num', '=', siteNum).executeTakeFirst()) !== undefined
  }

  async #purgeStep(siteNum: number): Promise<boolean> {
    if (await this.#purgeRows(siteNum)) return true
    for (const table of FULL_TEXT_TABLES) {
      if (await deleteBatchWithWords(this.db, table, sql`site_num = ${siteNum}`)) return true
    }
    if (await this.#purgeScans(siteNum)) return true
    for (const table of FULL_TEXT_TABLES) {
      if (await this.#mergeWords(table, siteNum)) return true
    }
    // The site stays on the list for the next run while the log may still hold its words.
    if (!(await truncateLog(this.db))) return false
    this.#merges.clear()
    await this.db.deleteFrom('deleted_site').where('site_num', '=', siteNum).execute()
    return false
  }

  async #purgeRows(siteNum: number): Promise<boolean> {
    for (const table of SITE_TABLES) {
      if (await deleteBatch(this.db, table, sql`site_num = ${siteNum}`)) return true
    }
    for (const table of DAY_TABLES) {
      const days = await listDays(this.db, table)
      const day = sql.ref(table === 'event_key' ? 'arrival_day' : 'day')
      const meant = sql`${day} IN (${sql.join(days)}) AND site_num = ${siteNum}`
      if (days.length > 0 && (await deleteBatch(this.db, table, meant))) return true
    }
    const { from, to } = siteDimensions(siteNum)
    const ofSite = sql`site_dim >= ${from} AND site_dim < ${to}`
    if (await deleteBatch(this.db, 'rollup_visit', ofSite)) return true
    return deleteBatch(this.db, 'rollup_dim', ofSite)
  }

  /** Returns the sites whose rollups are keyed by another time zone than the site's, or are of an older version. */
  staleSites() {
    return this.db
      .selectFrom('site')
      .select(['num', 'id'])
      .where((eb) =>
        eb.or([
          eb('timezone', '<>', eb.ref('rollup_timezone')),
          eb('rollup_version', '<', ROLLUP_VERSION),
        ]),
      )
      .execute()
  }

  /**
   * Recounts a site's rollups from its raw events by the site's time zone; each step of the generator is a short
   * transaction.
   */
  rebuild(siteNum: number): AsyncGenerator<void> {
    return rebuildRollups(this.#ways, siteNum)
  }

  /**
   * Returns the rows in which a site's rollups, by the days of a time zone, differ from a count of the site's events.
   */
  verify(siteNum: number, zone: string): Promise<RollupDifference[]> {
    return verifyRollups(this.db, siteNum, zone)
  }

  #mergeWords(table: FullTextTable, siteNum: number): Promise<boolean> {
    const merge = `${table} ${siteNum}`
    const isFirst = !this.#merges.has(merge)
    this.#merges.add(merge)
    return mergeWordsStep(this.db, table, isFirst)
  }

  async #purgeScans(siteNum: number): Promise<boolean> {
    const scans = await this.db
      .selectFrom('scan')
      .select('num')
      .where('site_num', '=', siteNum)
      .limit(1)
      .execute()
    for (const { num } of scans) {
      for (const table of ['scan_url', 'scan_address'] as const) {
        if (await deleteBatch(this.db, table, sql`scan_num = ${num}`)) return true
      }
      await this.db.deleteFrom('scan').where('num', '=', num).execute()
    }
    return scans.length > 0
  }
}

import { sql } from 'kysely'
import { ROLLUP_VERSION, siteDimensions } from '../facts/kinds.ts'
import { rebuildRollups, type RollupCalendar } from '../ingest/rebuild-rollups.ts'
import { emptyLog } from '../sqlite/empty-log.ts'
import type { Db } from '../tables/schema.ts'
import { deleteNumbered, type IndexedTable } from './delete-numbered.ts'
import { mergeTextIndex, TEXT_INDEXES, type TextIndex } from './merge-text-index.ts'
import { verifyRollups, type RollupDifference } from './verify-rollups.ts'

const DAY_MS = 86_400_000
const STEP_ROWS = 2_000
/** Fewer, as each has words in an index. */
const STEP_TEXTS = 500

/**
 * Tables that hold a site's rows, with the columns of their keys, the large ones first; emptied in steps after the site is
 * deleted.
 */
const SITE_TABLES = {
  event: 'site_num, at, seq',
  rollup_day: 'site_num, day, kind',
  visitor_day: 'day, site_num, visitor',
  return_day: 'day, site_num, visitor, engine',
  event_key: 'arrival_day, site_num, event_key',
  site_salt: 'site_num, day',
  bot_day: 'site_num, day, bot, kind',
  facet: 'num',
  topic_phrase: 'site_num, phrase',
  topic_bigram: 'site_num, bigram, topic_num',
  question_purge: 'site_num',
  page_record: 'page_num',
  page_reading: 'page_num',
  prompt: 'num',
  prompt_rule: 'id',
  prompt_rule_day: 'site_num, rule_id, day',
} as const

/**
 * Upkeep that no caller asks for.
 * @NOTE no org_id: it works on every organization's rows and returns none of them.
 */
export class Maintenance {
  readonly #db: Db
  /** Merges of full-text indexes that have begun. */
  readonly #merges = new Set<string>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Forgets what must not be kept: salts after 48 hours, visitors of closed days, old event ids and answers. */
  async forgetExpired(nowMs: number): Promise<void> {
    const today = Math.floor(nowMs / DAY_MS)
    await this.#db.deleteFrom('site_salt').where('expires_at', '<=', nowMs).execute()
    for (const table of ['visitor_day', 'return_day'] as const) {
      await this.#db
        .deleteFrom(table)
        .where('day', '<', today - 2)
        .execute()
    }
    await this.#db
      .deleteFrom('event_key')
      .where('arrival_day', '<', today - 1)
      .execute()
    await this.#db
      .deleteFrom('idempotency')
      .where('created_at', '<', nowMs - DAY_MS)
      .execute()
    await this.#db.deleteFrom('session').where('expires_at', '<', nowMs).execute()
    await this.#db
      .deleteFrom('sign_in_guess')
      .where('at', '<', nowMs - DAY_MS)
      .execute()
    await emptyLog(this.#db)
  }

  /** Numbers of deleted sites that still have rows. */
  async deletedSites(): Promise<number[]> {
    const rows = await this.#db.selectFrom('deleted_site').select('site_num').execute()
    return rows.map((row) => row.site_num)
  }

  /**
   * Removes one step of a deleted site's rows; false once nothing is left to do now. Small steps let events in between.
   * What is removed is overwritten, also in the pages that this frees: a deletion that leaves the text is none.
   */
  async purgeStep(siteNum: number): Promise<boolean> {
    await sql`PRAGMA secure_delete = ON`.execute(this.#db)
    try {
      return await this.#purgeStep(siteNum)
    } finally {
      await sql`PRAGMA secure_delete = FAST`.execute(this.#db)
    }
  }

  async #purgeStep(siteNum: number): Promise<boolean> {
    for (const [table, key] of Object.entries(SITE_TABLES)) {
      if (await this.#purgeSome(table, key, siteNum)) return true
    }
    if (await this.#purgeRollups(siteNum)) return true
    if (await this.#purgeTexts('question', siteNum)) return true
    if (await this.#purgeTexts('page', siteNum)) return true
    if (await this.#purgeTexts('topic', siteNum)) return true
    if (await this.#purgeTexts('passage', siteNum)) return true
    if (await this.#purgeScans(siteNum)) return true
    for (const index of TEXT_INDEXES) {
      if (await this.#mergeIndex(index, siteNum)) return true
    }
    // The site stays on the list, for the next time, while its words may stand in the log.
    if (!(await emptyLog(this.#db))) return false
    this.#merges.clear()
    await this.#db.deleteFrom('deleted_site').where('site_num', '=', siteNum).execute()
    return false
  }

  /** Sites whose rollups are keyed by another zone than the one they are set to, or hold less than they should. */
  staleSites() {
    return this.#db
      .selectFrom('site')
      .select(['num', 'id', 'timezone'])
      .where((eb) =>
        eb.or([
          eb('timezone', '<>', eb.ref('rollup_timezone')),
          eb('rollup_version', '<', ROLLUP_VERSION),
        ]),
      )
      .execute()
  }

  /** Recounts a site's rollups from its raw events, and takes the calendar's zone over, in one transaction. */
  async rebuild(siteNum: number, calendar: RollupCalendar): Promise<void> {
    await this.#db.transaction().execute((trx) => rebuildRollups(trx, siteNum, calendar))
  }

  /** Rows in which a site's rollups differ from a count of its events. */
  verify(siteNum: number, calendar: RollupCalendar): Promise<RollupDifference[]> {
    return verifyRollups(this.#db, siteNum, calendar)
  }

  /** Some rows of a table by their keys, as a clustered one has no row id; false where there are none. */
  async #purgeSome(table: string, key: string, siteNum: number): Promise<boolean> {
    const [name, columns] = [sql.ref(table), sql.raw(key)]
    const { numAffectedRows = 0n } = await sql`DELETE FROM ${name} WHERE (${columns}) IN (
      SELECT ${columns} FROM ${name} WHERE site_num = ${siteNum} LIMIT ${STEP_ROWS})`.execute(
      this.#db,
    )
    return numAffectedRows > 0n
  }

  #mergeIndex(index: TextIndex, siteNum: number): Promise<boolean> {
    const merge = `${index} ${siteNum}`
    const isFirst = !this.#merges.has(merge)
    this.#merges.add(merge)
    return mergeTextIndex(this.#db, index, isFirst)
  }

  /** One step of a site's rollups by dimension; false once none is left. */
  async #purgeRollups(siteNum: number): Promise<boolean> {
    const { from, to } = siteDimensions(siteNum)
    const { numAffectedRows } = await sql`DELETE FROM rollup_dim
      WHERE site_dim >= ${from} AND site_dim < ${to} AND (site_dim, day_kind) <= (
        SELECT site_dim, day_kind FROM (SELECT site_dim, day_kind FROM rollup_dim
          WHERE site_dim >= ${from} AND site_dim < ${to}
          ORDER BY site_dim, day_kind LIMIT ${STEP_ROWS}) AS steps
        ORDER BY site_dim DESC, day_kind DESC LIMIT 1)`.execute(this.#db)
    return (numAffectedRows ?? 0n) > 0n
  }

  async #purgeScans(siteNum: number): Promise<boolean> {
    const scans = await this.#db
      .selectFrom('scan')
      .select('num')
      .where('site_num', '=', siteNum)
      .limit(1)
      .execute()
    for (const { num } of scans) {
      await this.#db.deleteFrom('scan_url').where('scan_num', '=', num).execute()
      await this.#db.deleteFrom('scan').where('num', '=', num).execute()
    }
    return scans.length > 0
  }

  async #purgeTexts(table: IndexedTable, siteNum: number): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom(table)
        .select('num')
        .where('site_num', '=', siteNum)
        .limit(STEP_TEXTS)
        .execute()
      const nums = rows.map(({ num }) => num)
      await deleteNumbered(trx, table, nums)
      return rows.length > 0
    })
  }
}

import { sql } from 'kysely'
import { ROLLUP_VERSION, siteDimensions } from '../facts/kinds.ts'
import { rebuildRollups, type RollupCalendar } from '../ingest/rebuild-rollups.ts'
import { emptyLog } from '../sqlite/empty-log.ts'
import type { Db } from '../tables/schema.ts'
import { verifyRollups, type RollupDifference } from './verify-rollups.ts'

const DAY_MS = 86_400_000
const STEP_ROWS = 5_000
const MERGE_PAGES = 500

const TEXT_INDEXES = ['question_text', 'page_text', 'topic_text', 'passage_text'] as const
type TextIndex = (typeof TEXT_INDEXES)[number]

/** Tables that hold a site's rows, the large ones first; emptied in steps after the site is deleted. */
const SITE_TABLES = [
  'event',
  'rollup_day',
  'visitor_day',
  'return_day',
  'event_key',
  'site_salt',
  'bot_day',
  'facet',
  'topic_phrase',
  'topic_bigram',
  'page_record',
  'page_reading',
  'prompt',
  'prompt_rule',
  'prompt_rule_day',
] as const

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
    for (const table of SITE_TABLES) {
      const { rows } = await sql<{ present: number }>`
        SELECT 1 AS present FROM ${sql.ref(table)} WHERE site_num = ${siteNum} LIMIT 1`.execute(
        this.#db,
      )
      if (rows.length > 0) {
        await this.#purgeSome(table, siteNum)
        return true
      }
    }
    if (await this.#purgeRollups(siteNum)) return true
    if (await this.#purgeTexts('question', 'question_text', siteNum)) return true
    if (await this.#purgeTexts('page', 'page_text', siteNum)) return true
    if (await this.#purgeTexts('topic', 'topic_text', siteNum)) return true
    if (await this.#purgeTexts('passage', 'passage_text', siteNum)) return true
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

  async #purgeSome(table: (typeof SITE_TABLES)[number], siteNum: number): Promise<void> {
    if (table !== 'event') {
      await sql`DELETE FROM ${sql.ref(table)} WHERE site_num = ${siteNum}`.execute(this.#db)
      return
    }
    // @NOTE a clustered table has no row id, so a step ends at the key of its last row.
    await sql`DELETE FROM event WHERE site_num = ${siteNum} AND at <= (
      SELECT MAX(at) FROM (SELECT at FROM event
        WHERE site_num = ${siteNum} ORDER BY at LIMIT ${STEP_ROWS}) AS steps)`.execute(this.#db)
  }

  /**
   * One step of writing a full-text index anew without the words of a deleted site; false once it is done. The first
   * takes all of the index as it is then; the others only go on, so that new rows don't keep it from ending.
   * Source: https://www.sqlite.org/fts5.html#the_merge_command
   */
  async #mergeIndex(index: TextIndex, siteNum: number): Promise<boolean> {
    const merge = `${index} ${siteNum}`
    const pages = this.#merges.has(merge) ? MERGE_PAGES : -MERGE_PAGES
    this.#merges.add(merge)
    const before = await totalChanges(this.#db)
    await sql`INSERT INTO ${sql.ref(index)}(${sql.ref(index)}, rank)
      VALUES ('merge', ${pages})`.execute(this.#db)
    return (await totalChanges(this.#db)) - before >= 2
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

  async #purgeTexts(
    table: 'question' | 'page' | 'topic' | 'passage',
    index: TextIndex,
    siteNum: number,
  ): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom(table)
        .select('num')
        .where('site_num', '=', siteNum)
        .limit(STEP_ROWS)
        .execute()
      for (const { num } of rows) {
        await sql`DELETE FROM ${sql.ref(index)} WHERE rowid = ${num}`.execute(trx)
        await trx.deleteFrom(table).where('num', '=', num).execute()
      }
      return rows.length > 0
    })
  }
}

async function totalChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`SELECT total_changes() AS changes`.execute(db)
  return rows[0]?.changes ?? 0
}

import { sql } from 'kysely'
import { dayKind, siteDimensions } from '../facts/kinds.ts'
import type { Db } from '../tables/schema.ts'
import { deleteNumbered } from './delete-numbered.ts'

const STEP_ROWS = 5_000
/** Fewer, as each has words in an index. */
const STEP_TEXTS = 500

export interface RetainedSite {
  num: number
  id: string
  plan: string
  rollup_timezone: string
  raw_from: number
}

/**
 * Forgets what a plan does not keep, in steps small enough that live events get in between.
 * @NOTE no org_id: it works on every organization's rows and returns none of them.
 */
export class Retention {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Every site with the plan of its organization. */
  sites(): Promise<RetainedSite[]> {
    return this.#db
      .selectFrom('site')
      .innerJoin('organization', 'organization.id', 'site.org_id')
      .select(['site.num', 'site.id', 'site.rollup_timezone', 'site.raw_from', 'organization.plan'])
      .execute()
  }

  /** Says from when on a site's single events are kept; what lies before is never counted again. */
  async keepFrom(siteNum: number, fromMs: number): Promise<void> {
    await this.#db
      .updateTable('site')
      .set({ raw_from: fromMs })
      .where('num', '=', siteNum)
      .where('raw_from', '<', fromMs)
      .execute()
  }

  /** One step of a site's events and questions before an instant; false once none is left. */
  async forgetStep(siteNum: number, beforeMs: number): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`DELETE FROM event
      WHERE site_num = ${siteNum} AND at < ${beforeMs} AND at <= (
        SELECT MAX(at) FROM (SELECT at FROM event WHERE site_num = ${siteNum} AND at < ${beforeMs}
          ORDER BY at LIMIT ${STEP_ROWS}) AS steps)`.execute(this.#db)
    const questions = await this.#forgetQuestions(siteNum, beforeMs)
    return numAffectedRows > 0n || questions
  }

  /** The daily sums of a site before a local day. */
  async forgetRollups(siteNum: number, beforeDay: number): Promise<void> {
    const { from, to } = siteDimensions(siteNum)
    await this.#db
      .deleteFrom('rollup_day')
      .where('site_num', '=', siteNum)
      .where('day', '<', beforeDay)
      .execute()
    for (let dimension = from; dimension < to; dimension++) {
      await this.#db
        .deleteFrom('rollup_dim')
        .where('site_dim', '=', dimension)
        .where('day_kind', '<', dayKind(beforeDay, 0))
        .execute()
    }
  }

  async #forgetQuestions(siteNum: number, beforeMs: number): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('question')
        .select('num')
        .where('site_num', '=', siteNum)
        .where('at', '<', beforeMs)
        .orderBy('at')
        .limit(STEP_TEXTS)
        .execute()
      const nums = rows.map(({ num }) => num)
      await deleteNumbered(trx, 'question', nums)
      return rows.length > 0
    })
  }
}

import { sql } from 'kysely'
import { dayKind, siteDimensions } from '../facts/rollup-keys.ts'
import { dropTopicLabels } from '../site/drop-topic-labels.ts'
import type { PlanColumns } from './credentials.ts'
import { deleteBatch } from './delete-batch.ts'
import { deleteWithWords } from './delete-with-words.ts'
import { SystemStore } from './system-store.ts'

/** The questions that one step deletes: fewer than events, since each has words in a full-text index. */
const STEP_QUESTIONS = 500

export interface RetainedSite extends PlanColumns {
  num: number
  id: string
  rollup_timezone: string
  raw_from: number
}

/** The tables whose rows are deleted with a check, the check itself last. */
const FORGOTTEN_WITH_CHECKS = [
  'citation_source',
  'citation_mention',
  'citation_answer',
  'citation_check',
] as const

/**
 * Deletes data that is older than the plan of its organization keeps, in steps small enough that live events get in
 * between.
 *
 * @NOTE no org_id: it works on every organization's rows and returns none of them.
 */
export class Retention extends SystemStore {
  /** Returns every site with the plan of its organization. */
  sites(): Promise<RetainedSite[]> {
    return this.db
      .selectFrom('site')
      .innerJoin('organization', 'organization.id', 'site.org_id')
      .select(['site.num', 'site.id', 'site.rollup_timezone', 'site.raw_from'])
      .select(['organization.plan', 'organization.plan_status', 'organization.plan_until'])
      .select(['organization.given_plan', 'organization.given_until'])
      .execute()
  }

  /** Stores the instant from which on a site's single events are kept; days before it are never counted again. */
  async keepFrom(siteNum: number, fromMs: number): Promise<void> {
    await this.db
      .updateTable('site')
      .set({ raw_from: fromMs })
      .where('num', '=', siteNum)
      .where('raw_from', '<', fromMs)
      .execute()
  }

  /**
   * Deletes one step of a site's events, questions and texts of engines' answers from before an instant; returns false
   * once none is left.
   */
  async forgetStep(siteNum: number, beforeMs: number): Promise<boolean> {
    const old = sql`site_num = ${siteNum} AND at < ${beforeMs}`
    const hasMore = await deleteBatch(this.db, 'event', old)
    const hasMoreAnswers = await deleteBatch(this.db, 'citation_answer', old)
    const hasMoreQuestions = await this.#forgetQuestions(siteNum, beforeMs)
    return hasMore || hasMoreAnswers || hasMoreQuestions
  }

  /**
   * Deletes some questions from before an instant with their words, also those that are labels of topics; returns false
   * once none is left.
   */
  #forgetQuestions(siteNum: number, beforeMs: number): Promise<boolean> {
    return this.db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('question')
        .select(['num', 'wording_num'])
        .where('site_num', '=', siteNum)
        .where('at', '<', beforeMs)
        .limit(STEP_QUESTIONS)
        .execute()
      const nums = rows.map(({ num }) => num)
      await deleteWithWords(trx, 'question', nums)
      await dropTopicLabels(trx, siteNum, [...new Set(rows.map((row) => row.wording_num))])
      return rows.length > 0
    })
  }

  /**
   * Deletes one step of a site's checks from before an instant, with their sources, brands, answers and runs; returns
   * false once none is left.
   */
  async forgetChecksStep(siteNum: number, beforeMs: number): Promise<boolean> {
    const old = sql`site_num = ${siteNum} AND at < ${beforeMs}`
    for (const table of FORGOTTEN_WITH_CHECKS) {
      if (await deleteBatch(this.db, table, old)) return true
    }
    const ended = sql`site_num = ${siteNum} AND queued_at < ${beforeMs} AND finished_at < ${beforeMs}`
    return deleteBatch(this.db, 'citation_run', ended)
  }

  /** Deletes one step of a site's daily sums from before a local day; returns false once none is left. */
  async forgetRollupsStep(siteNum: number, beforeDay: number): Promise<boolean> {
    const days = sql`site_num = ${siteNum} AND day < ${beforeDay}`
    if (await deleteBatch(this.db, 'rollup_day', days)) return true
    const { from, to } = siteDimensions(siteNum)
    for (let dimension = from; dimension < to; dimension++) {
      const sums = sql`site_dim = ${dimension} AND day_kind < ${dayKind(beforeDay, 0)}`
      if (await deleteBatch(this.db, 'rollup_dim', sums)) return true
      const visits = sql`site_dim = ${dimension} AND day < ${beforeDay}`
      if (await deleteBatch(this.db, 'rollup_visit', visits)) return true
    }
    return false
  }
}

import { sql } from 'kysely'
import type { Db } from '../tables/schema.ts'
import { deleteBatchWithWords } from './delete-with-words.ts'
import { deleteBatch } from './delete-batch.ts'
import { erasureOf, truncateLog, mergeWordsStep, type Erasure } from './purge.ts'
import { SystemStore } from './system-store.ts'

const INDEXED = ['question', 'topic'] as const

/**
 * Deletes the questions, wordings and topics of a site up to a mark that the site's owner has set. Questions after the
 * mark begin new topics, and both stay.
 *
 * @NOTE no org_id: the mark was set by a caller who may.
 */
export class QuestionPurge extends SystemStore {
  /** The full-text merges that have begun, by table and site. */
  readonly #merges = new Set<string>()
  readonly #erasure: Erasure

  constructor(db: Db) {
    super(db)
    this.#erasure = erasureOf(db)
  }

  /** Returns the numbers of sites with a mark up to which questions are to be deleted. */
  async sites(): Promise<number[]> {
    const rows = await this.db.selectFrom('question_purge').select('site_num').execute()
    return rows.map((row) => row.site_num)
  }

  /**
   * Deletes one step of these rows, in a transaction of its own; returns false once nothing is left. Deleted rows are
   * overwritten, also in the pages that become free.
   */
  step(siteNum: number): Promise<boolean> {
    return this.#erasure.step(() => this.#step(siteNum))
  }

  async #step(siteNum: number): Promise<boolean> {
    const mark = await this.db
      .selectFrom('question_purge')
      .select(['last_question', 'last_topic', 'last_wording'])
      .where('site_num', '=', siteNum)
      .executeTakeFirst()
    if (!mark) return false
    const { last_question, last_topic, last_wording } = mark
    const questions = sql`site_num = ${siteNum} AND num <= ${last_question}`
    if (await deleteBatchWithWords(this.db, 'question', questions)) return true
    const topics = sql`site_num = ${siteNum} AND num <= ${last_topic}`
    if (await deleteBatchWithWords(this.db, 'topic', topics)) return true
    // A question that found its wording late may have found it in a topic of before the mark.
    const wordings = sql`site_num = ${siteNum} AND (num <= ${last_wording} OR topic_num <= ${last_topic})`
    if (await deleteBatch(this.db, 'wording', wordings)) return true
    const words = sql`site_num = ${siteNum} AND topic_num <= ${last_topic}`
    for (const table of ['topic_phrase', 'topic_bigram'] as const) {
      // It is false once few are left, since new rows come all the time.
      if (await deleteBatch(this.db, table, words)) return true
    }
    for (const table of INDEXED) {
      // A mark that was set again asks for another merge of the whole index.
      const merge = `${table} ${siteNum} ${last_question} ${last_topic}`
      const isFirst = !this.#merges.has(merge)
      this.#merges.add(merge)
      if (await mergeWordsStep(this.db, table, isFirst)) return true
    }
    // The mark stays for the next run while the log may still hold the words.
    if (!(await truncateLog(this.db))) return false
    for (const merge of this.#merges) {
      if (INDEXED.some((table) => merge.startsWith(`${table} ${siteNum} `))) {
        this.#merges.delete(merge)
      }
    }
    const { numDeletedRows } = await this.db
      .deleteFrom('question_purge')
      .where('site_num', '=', siteNum)
      .where('last_question', '=', last_question)
      .where('last_topic', '=', last_topic)
      .where('last_wording', '=', last_wording)
      .executeTakeFirstOrThrow()
    // A mark that was set meanwhile stays.
    return numDeletedRows === 0n
  }
}

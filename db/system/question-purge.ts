import { sql } from 'kysely'
import { emptyLog } from '../sqlite/empty-log.ts'
import type { Db } from '../tables/schema.ts'
import { deleteNumbered } from './delete-numbered.ts'
import { mergeTextIndex } from './merge-text-index.ts'

/** Rows of one transaction: a few milliseconds, in which nobody else writes. */
const STEP_ROWS = 500

const INDEXES = ['question_text', 'topic_text'] as const

/**
 * Deletes what readers of a site asked, and the topics of it, as a mark says that its owner left. From the mark on, new
 * questions begin new topics; they and theirs stay.
 * @NOTE no org_id: the mark was set by somebody who may.
 */
export class QuestionPurge {
  readonly #db: Db
  /** Merges of full-text indexes that have begun. */
  readonly #merges = new Set<string>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Numbers of sites with such a mark. */
  async sites(): Promise<number[]> {
    const rows = await this.#db.selectFrom('question_purge').select('site_num').execute()
    return rows.map((row) => row.site_num)
  }

  /**
   * One step, in a transaction of its own; false once nothing is left. What is removed is overwritten, also in the pages
   * that this frees.
   */
  async step(siteNum: number): Promise<boolean> {
    const mark = await this.#db
      .selectFrom('question_purge')
      .select(['last_question', 'last_topic'])
      .where('site_num', '=', siteNum)
      .executeTakeFirst()
    if (!mark) return false
    await sql`PRAGMA secure_delete = ON`.execute(this.#db)
    try {
      return await this.#step(siteNum, mark)
    } finally {
      await sql`PRAGMA secure_delete = FAST`.execute(this.#db)
    }
  }

  async #step(siteNum: number, { last_question, last_topic }: Mark): Promise<boolean> {
    if (await this.#deleteTexts('question', siteNum, last_question)) return true
    if (await this.#deleteTexts('topic', siteNum, last_topic)) return true
    if (await this.#deleteWords('topic_phrase', siteNum, last_topic)) return true
    if (await this.#deleteWords('topic_bigram', siteNum, last_topic)) return true
    for (const index of INDEXES) {
      // A mark that was set anew asks for all of the index as it is by then.
      const merge = `${index} ${siteNum} ${last_question} ${last_topic}`
      const isFirst = !this.#merges.has(merge)
      this.#merges.add(merge)
      if (await mergeTextIndex(this.#db, index, isFirst)) return true
    }
    // The mark stays, for the next time, while the words may stand in the log.
    if (!(await emptyLog(this.#db))) return false
    for (const merge of this.#merges) {
      if (INDEXES.some((index) => merge.startsWith(`${index} ${siteNum} `))) {
        this.#merges.delete(merge)
      }
    }
    const { numDeletedRows } = await this.#db
      .deleteFrom('question_purge')
      .where('site_num', '=', siteNum)
      .where('last_question', '=', last_question)
      .where('last_topic', '=', last_topic)
      .executeTakeFirstOrThrow()
    // Another mark, that was set meanwhile, is not done with.
    return numDeletedRows === 0n
  }

  /** Some of the rows up to a number, with their words in the index; false where there are none. */
  async #deleteTexts(table: 'question' | 'topic', siteNum: number, last: number): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom(table)
        .select('num')
        .where('site_num', '=', siteNum)
        .where('num', '<=', last)
        .limit(STEP_ROWS)
        .execute()
      await deleteNumbered(
        trx,
        table,
        rows.map(({ num }) => num),
      )
      return rows.length > 0
    })
  }

  /** Some of what finds the topics up to a number, or none; false once few are left, as new ones come all the time. */
  async #deleteWords(
    table: 'topic_phrase' | 'topic_bigram',
    siteNum: number,
    lastTopic: number,
  ): Promise<boolean> {
    const name = sql.ref(table)
    const word = table === 'topic_phrase' ? sql`phrase` : sql`bigram, topic_num`
    const { numAffectedRows = 0n } = await sql`DELETE FROM ${name}
      WHERE site_num = ${siteNum} AND (${word}) IN (
        SELECT ${word} FROM ${name} WHERE site_num = ${siteNum} AND topic_num <= ${lastTopic} LIMIT ${STEP_ROWS})`.execute(
      this.#db,
    )
    return numAffectedRows >= BigInt(STEP_ROWS)
  }
}

interface Mark {
  last_question: number
  last_topic: number
}

import { sql } from 'kysely'
import { selectQuestions, type QuestionListQuery } from '../search/select-questions.ts'
import { ASKER_COUNT } from '../facts/asker-count.ts'
import { timeGuard } from '../facts/time-guard.ts'
import { WORDS } from '../facts/question-topic.ts'
import { deleteWithWords } from '../system/delete-with-words.ts'
import { dropTopicLabels } from './drop-topic-labels.ts'
import { SiteStore } from './site-store.ts'

interface OftenAskedQuery {
  fromMs: number
  /** The least number of askers of a question on one page (distinct addresses of each day, summed). */
  minAskers: number
  /** The largest number of questions of each page, and of all pages. */
  perPage: number
  limit: number
}

/** What readers of one site asked. */
export class SiteQuestions extends SiteStore {
  list(query: QuestionListQuery) {
    return selectQuestions(this.handles.scan, this.siteNum, query)
  }

  /**
   * Returns what many asked on each page, in the same words, those of the most askers first; one query for all pages.
   * Questions that are marked for deletion are none any more.
   */
  async oftenAsked({
    fromMs,
    minAskers,
    perPage,
    limit,
  }: OftenAskedQuery): Promise<{ pageNum: number; text: string }[]> {
    const { rows } = await sql<{ pageNum: number; text: string }>`
      SELECT g.page AS "pageNum", q.text
      FROM (SELECT q.page_num AS page, MIN(q.num) AS num, ${ASKER_COUNT} AS askers,
          ROW_NUMBER() OVER (PARTITION BY q.page_num ORDER BY ${ASKER_COUNT} DESC, MIN(q.num)) AS place
        FROM question AS q
        WHERE q.site_num = ${this.siteNum} AND q.at >= ${fromMs} AND ${timeGuard('q')}
          AND q.page_num > 0 AND q.text IS NOT NULL
          AND q.num > COALESCE((SELECT last_question FROM question_purge WHERE site_num = ${this.siteNum}), 0)
        GROUP BY q.page_num, ${WORDS} HAVING ${ASKER_COUNT} >= ${minAskers}) AS g
        JOIN question AS q ON q.num = g.num
      WHERE g.place <= ${perPage} ORDER BY g.askers DESC, g.page, g.place LIMIT ${limit}`.execute(
      this.handles.scan,
    )
    return rows
  }

  /** Deletes one question; false where the site has none such. Its event stays counted. */
  async delete(atMs: number, seq: number): Promise<boolean> {
    const row = await this.handles.read
      .selectFrom('question')
      .select(['num', 'wording_num'])
      .where('site_num', '=', this.siteNum)
      .where('at', '=', atMs)
      .where('seq', '=', seq)
      .executeTakeFirst()
    if (!row) return false
    await deleteWithWords(this.handles.write, 'question', [row.num])
    await this.#unask(row.wording_num)
    return true
  }

  /** Takes one question off a wording; where none is left, it is no label any more. */
  async #unask(wordingNum: number): Promise<void> {
    const db = this.handles.write
    await sql`UPDATE wording SET asked = asked - 1 WHERE num = ${wordingNum}`.execute(db)
    await sql`DELETE FROM wording WHERE num = ${wordingNum} AND asked <= 0`.execute(db)
    await dropTopicLabels(db, this.siteNum, [wordingNum])
  }

  /** Marks all present questions, wordings and topics of the site; maintenance deletes them in steps, by the mark. */
  async markAll(): Promise<void> {
    await sql`INSERT INTO question_purge (site_num, last_question, last_topic, last_wording)
      VALUES (${this.siteNum}, COALESCE((SELECT MAX(num) FROM question), 0), COALESCE((SELECT MAX(num) FROM topic), 0),
        COALESCE((SELECT MAX(num) FROM wording), 0))
      ON CONFLICT (site_num) DO UPDATE SET last_question = excluded.last_question, last_topic = excluded.last_topic,
        last_wording = excluded.last_wording`.execute(this.handles.write)
  }
}

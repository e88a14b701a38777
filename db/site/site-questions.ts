import { sql } from 'kysely'
import { selectQuestions, type QuestionListQuery } from '../search/select-questions.ts'
import { deleteWithWords } from '../system/delete-with-words.ts'
import { dropTopicLabels } from './drop-topic-labels.ts'
import { SiteStore } from './site-store.ts'

/** The questions of one site's readers. */
export class SiteQuestions extends SiteStore {
  list(query: QuestionListQuery) {
    return selectQuestions(this.handles.scan, this.siteNum, query)
  }

  /** Deletes one question; returns false where the site does not have it. The event of the question stays counted. */
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

  /**
   * Counts a wording as asked once less; once no question in it is left, the wording is no longer the label of a topic.
   */
  async #unask(wordingNum: number): Promise<void> {
    const db = this.handles.write
    await sql`UPDATE wording SET asked = asked - 1 WHERE num = ${wordingNum}`.execute(db)
    await sql`DELETE FROM wording WHERE num = ${wordingNum} AND asked <= 0`.execute(db)
    await dropTopicLabels(db, this.siteNum, [wordingNum])
  }

  /**
   * Marks all present questions, wordings and topics of the site for deletion, which maintenance does in steps. The
   * owner's decisions on them are deleted at once.
   */
  async markAll(): Promise<void> {
    await sql`INSERT INTO question_purge (site_num, last_question, last_topic, last_wording)
      VALUES (${this.siteNum}, COALESCE((SELECT MAX(num) FROM question), 0), COALESCE((SELECT MAX(num) FROM topic), 0),
        COALESCE((SELECT MAX(num) FROM wording), 0))
      ON CONFLICT (site_num) DO UPDATE SET last_question = excluded.last_question, last_topic = excluded.last_topic,
        last_wording = excluded.last_wording`.execute(this.handles.write)
    // A question that the owner took away stays away, even if readers ask it again: only a hash of its meaning is kept.
    await this.handles.write
      .deleteFrom('reader_choice')
      .where('site_num', '=', this.siteNum)
      .where('is_let', '=', 1)
      .execute()
  }
}

import { sql } from 'kysely'
import { selectQuestions, type QuestionListQuery } from '../search/select-questions.ts'
import {
  selectOftenAsked,
  type OftenAsked,
  type OftenAskedQuery,
} from '../search/select-often-asked.ts'
import { deleteWithWords } from '../system/delete-with-words.ts'
import { SiteStore } from './site-store.ts'

/** What readers of one site asked. */
export class SiteQuestions extends SiteStore {
  list(query: QuestionListQuery) {
    return selectQuestions(this.handles.scan, this.siteNum, query)
  }

  /** Returns what many asked on each page, those of the most askers first; one query for all pages. */
  oftenAsked(query: OftenAskedQuery): Promise<OftenAsked[]> {
    return selectOftenAsked(this.handles.scan, this.siteNum, query)
  }

  /** Deletes one question; false where the site has none such. Its event stays counted. */
  async delete(atMs: number, seq: number): Promise<boolean> {
    const row = await this.handles.read
      .selectFrom('question')
      .select('num')
      .where('site_num', '=', this.siteNum)
      .where('at', '=', atMs)
      .where('seq', '=', seq)
      .executeTakeFirst()
    if (row) await deleteWithWords(this.handles.write, 'question', [row.num])
    return row !== undefined
  }

  /** Marks all present questions and topics of the site; maintenance deletes them in steps, by the mark. */
  async markAll(): Promise<void> {
    await sql`INSERT INTO question_purge (site_num, last_question, last_topic)
      VALUES (${this.siteNum}, COALESCE((SELECT MAX(num) FROM question), 0), COALESCE((SELECT MAX(num) FROM topic), 0))
      ON CONFLICT (site_num) DO UPDATE SET last_question = excluded.last_question, last_topic = excluded.last_topic`.execute(
      this.handles.write,
    )
  }
}

import { sql } from 'kysely'
import { jsonText } from '../forms.ts'
import { SiteStore } from '../site/site-store.ts'

/** The key of `citation_answer.body` that holds the searches of an answer. */
interface AnswerBody {
  searchQueries: string
}

/** The data of one site that queries can be suggested from, except the questions of readers. */
export class SuggestionSources extends SiteStore {
  /** Returns the keyphrases, as JSON, of the pages that the last scan read; a list goes on behind a page. */
  async pagePhrases(
    afterNum: number,
    limit: number,
  ): Promise<{ pageNum: number; phrases: string }[]> {
    const rows = await this.handles.scan
      .selectFrom('page_record')
      .innerJoin('page_analysis', 'page_analysis.page_num', 'page_record.page_num')
      .select(['page_record.page_num as pageNum', 'page_analysis.keyphrases as phrases'])
      .where('page_record.site_num', '=', this.siteNum)
      .where('page_record.state', '=', 'active')
      .where('page_record.page_num', '>', afterNum)
      .orderBy('page_record.page_num')
      .limit(limit)
      .execute()
    return rows.map(({ pageNum, phrases }) => ({ pageNum, phrases: phrases ?? '[]' }))
  }

  /** Returns the searches of real engines for their newest answers: for each answer a JSON array of texts. */
  async searches(limit: number, maxChars: number): Promise<string[]> {
    const body = sql.ref<AnswerBody>('newest.body')
    const { rows } = await sql<{ searches: string }>`
      SELECT g.searches FROM (SELECT ${jsonText(body, 'searchQueries')} AS searches
        FROM (SELECT a.body FROM citation_answer AS a
            LEFT JOIN citation_check AS c ON c.site_num = a.site_num AND c.at = a.at AND c.num = a.check_num
          WHERE a.site_num = ${this.siteNum} AND COALESCE(c.is_fake, 0) = 0
          ORDER BY a.at DESC, a.check_num DESC LIMIT ${limit}) AS newest) AS g
      WHERE LENGTH(g.searches) <= ${maxChars}`.execute(this.handles.scan)
    return rows.map(({ searches }) => searches)
  }
}

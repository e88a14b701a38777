import { sql } from 'kysely'
import { jsonText } from '../forms.ts'
import { SiteStore } from '../site/site-store.ts'

/** A key of `citation_answer.body`. */
interface AnswerBody {
  searchQueries: string
}

/** The sources that queries of one site can be made of, in addition to the questions of readers. */
export class SuggestionSources extends SiteStore {
  /** Returns the keyphrases of pages that the last scan read, behind a page, as JSON. */
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

  /** Returns the searches that real engines made for their newest answers, a JSON list of texts for each. */
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

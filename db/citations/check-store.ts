import { sql } from 'kysely'
import { numberList } from '../forms.ts'
import { SiteStore } from '../site/site-store.ts'

/** The checks of one site: the answers that its runs got from engines. */
export class CitationChecks extends SiteStore {
  /** Returns the numbers of those checks of a run that are stored already. */
  async storedOf(runNum: number): Promise<Set<number>> {
    const rows = await this.handles.scan
      .selectFrom('citation_check')
      .select('num')
      .where('site_num', '=', this.siteNum)
      .where('run_num', '=', runNum)
      .execute()
    return new Set(rows.map(({ num }) => num))
  }

  /**
   * Says for each query in each of some runs whether an answer cited any page or named a tracked brand. Invented
   * answers do not count; a query without an answer is absent.
   */
  async heardIn(
    runNums: readonly number[],
  ): Promise<{ queryNum: number; runNum: number; isHeard: boolean }[]> {
    const rows = await this.handles.scan
      .selectFrom('citation_check')
      .select(['query_num', 'run_num'])
      .select(
        sql<number>`MAX(CASE WHEN all_citations > 0 OR brands_mentioned > 0 THEN 1 ELSE 0 END)`.as(
          'heard',
        ),
      )
      .where('site_num', '=', this.siteNum)
      .where(sql<boolean>`run_num IN ${numberList(runNums)}`)
      .where('state', '=', 'ok')
      .where('is_fake', '=', 0)
      .groupBy(['query_num', 'run_num'])
      .execute()
    return rows.map(({ query_num: queryNum, run_num: runNum, heard }) => ({
      queryNum,
      runNum,
      isHeard: heard === 1,
    }))
  }
}

import { sql } from 'kysely'
import { numberList } from '../forms.ts'
import { SiteStore } from '../site/site-store.ts'

/** The checks of the runs of one site: the answers of engines. */
export class CitationChecks extends SiteStore {
  /** Returns the numbers of the checks of a run that are stored. */
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
   * Returns for each query in each of some runs whether an answer cited a page, or named a tracked brand; invented
   * answers do not count.
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

import { sql } from 'kysely'
import type { AnalysisColumns } from '../../src/domain/page/page-analysis.ts'
import { withoutIndex, valueRows } from '../forms.ts'
import { stepTransaction } from '../step-transaction.ts'
import { SiteStore } from '../site/site-store.ts'

/** The analysis of a page, to be stored. */
export interface AnalysisWrite extends AnalysisColumns {
  pageNum: number
  /** The hash of the record that was analysed, in hex. */
  recordHash: string
}

const ANALYSIS = {
  page_num: 'integer',
  record_hash: 'text',
  type: 'text',
  type_source: 'text',
  keyphrases: 'text',
  summary: 'text',
  sketch: 'text',
} as const

/** The analyses of one site's pages. */
export class PageAnalysisStore extends SiteStore {
  /**
   * Returns the scanned pages of a state behind a page number, in the order of numbers, and whether each is analysed.
   */
  async pages(
    state: 'active' | 'excluded',
    afterNum: number,
    limit: number,
  ): Promise<{ num: number; isAnalysed: boolean }[]> {
    const rows = await this.handles.read
      .selectFrom('page_record')
      .leftJoin('page_analysis', 'page_analysis.page_num', 'page_record.page_num')
      .select(['page_record.page_num', 'page_analysis.page_num as analysed'])
      .where('page_record.site_num', '=', this.siteNum)
      .where('page_record.state', '=', state)
      .where('page_record.record', 'is not', null)
      .where('page_record.page_num', '>', afterNum)
      .orderBy('page_record.page_num')
      .limit(limit)
      .execute()
    return rows.map(({ page_num: num, analysed }) => ({ num, isAnalysed: analysed !== null }))
  }

  /** Deletes the analyses of the pages at some paths, so that they are analysed again after the next scan. */
  async forgetAt(paths: readonly string[]): Promise<void> {
    const pages = this.handles.read
      .selectFrom('page')
      .select('num')
      .where('site_num', '=', this.siteNum)
      .where('path', 'in', paths)
    await this.handles.write.deleteFrom('page_analysis').where('page_num', 'in', pages).execute()
  }

  /**
   * Stores analyses of pages that still have the record which was analysed; a page that was scanned meanwhile stays
   * due.
   */
  async save(analyses: readonly AnalysisWrite[]): Promise<void> {
    const rows = analyses.map((one) => [
      one.pageNum,
      one.recordHash,
      one.type,
      one.type_source,
      one.keyphrases,
      one.summary,
      one.sketch,
    ])
    await stepTransaction(this.handles.write, async (trx) => {
      await sql`
        INSERT INTO page_analysis (page_num, site_num, record_hash, type, type_source, keyphrases, summary, sketch)
        SELECT r.page_num, r.site_num, made.record_hash, made.type, made.type_source, made.keyphrases, made.summary,
          made.sketch
        FROM ${valueRows('made', ANALYSIS, rows)}
        JOIN page_record AS r ON r.page_num = made.page_num AND r.record_hash = made.record_hash
        WHERE ${withoutIndex('r.site_num')} = ${this.siteNum}
        ON CONFLICT (page_num) DO UPDATE SET record_hash = excluded.record_hash, type = excluded.type,
          type_source = excluded.type_source, keyphrases = excluded.keyphrases, summary = excluded.summary,
          sketch = excluded.sketch`.execute(trx)
    })
  }
}

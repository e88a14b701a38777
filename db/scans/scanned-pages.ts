import type { AnalysisColumns } from '../../src/domain/page/page-analysis.ts'
import type { Db } from '../tables/schema.ts'

/** A page with its record and, where that is analysed, its analysis. */
export interface ScannedPageRow extends AnalysisColumns {
  num: number
  id: string
  path: string
  url: string
  title: string | null
  /** The state that the last scan found; null for a page that no scan has seen. */
  state: string | null
  /** JSON of the page's facts; null where no scan has read it. */
  record: string | null
  /** The canonical address that the page names and that is not taken as its own. */
  ignored_canonical_url: string | null
  /** SHA-256 of the record, in hex. */
  record_hash: string | null
}

/** Selects from all pages of all sites; the caller must add the site. */
export const scannedPages = (db: Db) =>
  db
    .selectFrom('page')
    .leftJoin('page_record', 'page_record.page_num', 'page.num')
    .leftJoin('page_analysis', 'page_analysis.page_num', 'page.num')
    .select(['page.num', 'page.id', 'page.path', 'page.url', 'page.title'])
    .select(['page_record.state', 'page_record.record', 'page_record.record_hash'])
    .select('page_record.ignored_canonical_url')
    .select(['page_analysis.type', 'page_analysis.type_source', 'page_analysis.keyphrases'])
    .select(['page_analysis.summary', 'page_analysis.sketch'])

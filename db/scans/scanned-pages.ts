import type { AnalysisColumns } from '../../src/domain/page/page-analysis.ts'
import type { Db } from '../tables/schema.ts'

/** A page with its record, and with its analysis where the record is analysed. */
export interface ScannedPageRow extends AnalysisColumns {
  num: number
  id: string
  path: string
  url: string
  title: string | null
  /** The state that the last scan found; null for a page that no scan has seen. */
  state: string | null
  /** JSON of the facts about the page; null where no scan has read the page. */
  record: string | null
  /** The canonical address that the page states and that does not count for it; null where none exists. */
  ignored_canonical_url: string | null
  /** SHA-256 of the record, in hex. */
  record_hash: string | null
}

/** Selects from the pages of all sites; the caller must add the condition on the site. */
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

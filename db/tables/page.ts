import type { Generated } from 'kysely'

interface PageTable {
  num: Generated<number>
  id: string
  site_num: number
  path: string
  url: string
  title: string | null
  first_seen_at: number
  last_seen_at: number
}

/** The page as the last scan saw it. */
interface PageRecordTable {
  page_num: number
  site_num: number
  state: string
  http_status: number | null
  /** Number of scans in a row that found the page missing. */
  missing: number
  target_url: string | null
  /** The address by which the page is cited, where it names one. */
  canonical_url: string | null
  /** The address that the page names as canonical, where that is not taken as its own. */
  ignored_canonical_url: Generated<string | null>
  etag: string | null
  last_modified: string | null
  /** SHA-256 of the main text. */
  content_hash: Uint8Array | null
  /** SHA-256 of the whole body: an equal body need not be read again. */
  body_hash: Uint8Array | null
  /** JSON of the page's facts as the scan read them; kept from the last good answer. */
  record: string | null
  /** Score from 0 to 100 of the content that was read last. */
  score: number | null
  scan_num: number
  last_scanned_at: number
  last_changed_at: number | null
  /** JSON of what checks found on the page itself; null where nothing was read since there are page scores. */
  judged: Generated<string | null>
  /** The basis of the score besides the page; null where the score is due. */
  score_basis: Generated<string | null>
  /**
   * JSON of the findings of each check from which the score is counted; null where the score is due, or of an older
   * release.
   */
  findings: Generated<string | null>
  /** SHA-256 of `record`, in hex. */
  record_hash: Generated<string | null>
  /** The owner's selector that `has_place` is about. */
  place_selector: Generated<string | null>
  /** 1 where the widget finds its place, 0 where it does not; null where only a browser can say. */
  has_place: Generated<number | null>
}

/**
 * An address, other than its own, that leads to a page: that of a copy, of a redirect, or one with its parameters in
 * another form.
 */
interface PageAddressTable {
  site_num: number
  address: string
  page_num: number
}

/** Conclusions from the record and the text of a page; a scan that writes another record deletes the row. */
interface PageAnalysisTable {
  page_num: number
  site_num: number
  /** Hash of the record that was analysed. */
  record_hash: string
  type: string
  /** Source of the type: jsonld, og, path, dom. */
  type_source: string
  /** JSON, weightiest first. */
  keyphrases: string
  summary: string
  /** Sketch of the beginning of the main text; null in analyses of older releases. */
  sketch: string | null
}

/** A passage of a page's main text, for search. */
interface PassageTable {
  num: Generated<number>
  page_num: number
  site_num: number
  heading: string
  text: string
}

export interface PageTables {
  page: PageTable
  page_record: PageRecordTable
  page_address: PageAddressTable
  page_analysis: PageAnalysisTable
  passage: PassageTable
}

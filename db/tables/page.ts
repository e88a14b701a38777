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
  /** The number of scans in a row that found the page missing. */
  missing: number
  target_url: string | null
  /** The canonical address that the page states, by which it is cited; null where it states none that counts. */
  canonical_url: string | null
  /** The canonical address that the page states and that does not count for it; null where none exists. */
  ignored_canonical_url: Generated<string | null>
  etag: string | null
  last_modified: string | null
  /** SHA-256 of the main text; null where no text was read. */
  content_hash: Uint8Array | null
  /** SHA-256 of the whole body: an equal body need not be read again. */
  body_hash: Uint8Array | null
  /** JSON of the page's facts as the scan read them; kept from the last good answer. */
  record: string | null
  /** The score from 0 to 100 of the content that was read last; null where none exists. */
  score: number | null
  scan_num: number
  last_scanned_at: number
  last_changed_at: number | null
  /** JSON of the findings of checks on the page alone; null where the page was not read since there are page scores. */
  judged: Generated<string | null>
  /** The basis of the score, except the page itself; if it is null or not the present one, the score is due. */
  score_basis: Generated<string | null>
  /**
   * JSON of the findings of each check, from which the score is counted; null where the score is due, or of an older
   * release.
   */
  findings: Generated<string | null>
  /** SHA-256 of `record`, in hex. */
  record_hash: Generated<string | null>
  /** The owner's selector that `has_place` is about. */
  place_selector: Generated<string | null>
  /** 1 where the widget finds its place on the page, 0 where it does not; null where only a browser can say. */
  has_place: Generated<number | null>
}

/**
 * An address, other than its own, that leads to a page: that of a copy, or of a redirect, or the page's own with its
 * parameters in another form.
 */
interface PageAddressTable {
  site_num: number
  address: string
  page_num: number
}

/**
 * The conclusions that are drawn from the record and the text of a page; a scan that writes another record deletes the
 * row.
 */
interface PageAnalysisTable {
  page_num: number
  site_num: number
  /** The hash of the record that was analysed, in hex. */
  record_hash: string
  type: string
  /** The source of the type: `jsonld`, `og`, `path` or `dom`. */
  type_source: string
  /** JSON array of the keyphrases, the weightiest first. */
  keyphrases: string
  summary: string
  /** A sketch of the beginning of the main text; null in analyses of older releases. */
  sketch: string | null
}

/** A passage of a page's main text, which search finds. */
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

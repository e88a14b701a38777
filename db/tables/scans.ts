import type { Generated } from 'kysely'

/** A job: work that must survive the process. A leased job is one with a lease whose `run_at` lies in the future. */
interface JobTable {
  id: string
  queue: string
  /** A key that at most one job of a queue has; null for a job that may be added several times. */
  dedupe_key: string | null
  group_key: string | null
  /** JSON of at most a few hundred bytes that names what to work on, and never holds the data of the work. */
  payload: string
  state: 'ready' | 'dead'
  run_at: number
  /** The number of runs that ended in an error. */
  attempts: number
  /** The number of runs that began since the last one that ended or made progress. */
  claims: number
  /** The lease of the run that may end the job; any other run is refused. */
  lease_id: string | null
  last_error: string | null
  created_at: number
}

interface ScanTable {
  num: Generated<number>
  id: string
  org_id: string
  site_num: number
  site_id: string
  kind: string
  /** The origin of the scan: `api`, `site` or `schedule`. */
  origin: string
  state: string
  phase: string
  /** A number that rises with every change that a client may see. */
  seq: number
  is_canceled: number
  discovered: number
  fetched: number
  skipped: number
  failed: number
  /** JSON of the bounds and choices of the scan. */
  options: string
  /**
   * JSON of the counts of pages so far, by what the scan did to them, and of the warnings with the number of times that
   * each came.
   */
  tally: string
  /** JSON of `{code, message, retryable}`; null for a scan that did not fail. */
  error: string | null
  attempts: number
  /** JSON of `{type, id}` of the caller who asked for the scan. */
  requested_by: string
  queued_at: number
  started_at: number | null
  finished_at: number | null
  /** The credits that the scan was charged; null until it has ended, and for a scan from before there were credits. */
  credits_spent: number | null
}

/**
 * An address of a scan, numbered in the order in which addresses were found; some are kept for the next scan of the
 * site.
 */
interface ScanUrlTable {
  scan_num: number
  seq: number
  url: string
  /** The sitemap's `lastmod`, in epoch ms. */
  modified_at: number | null
  depth: number
  /** The state of the address, a number of `URL_STATES`. */
  state: number
}

/** An address that became no page of a scan. */
interface ScanAddressTable {
  scan_num: number
  seq: number
  url: string
  /** The outcome: `failed`, `skipped` or `redirected`. */
  outcome: string
  /** The reason: the code of a warning of the scan, or another code. */
  reason: string
  http_status: number | null
  /** The address that this one leads to, or of the page that this one is a copy of; null for neither. */
  target_url: string | null
}

/** The last score of a site's start page by every check. */
interface SiteScoreTable {
  site_num: number
  checked_at: number
  final_url: string
  /** JSON of the score with all of its checks. */
  report: string
}

export interface ScanTables {
  site_score: SiteScoreTable
  job: JobTable
  scan: ScanTable
  scan_url: ScanUrlTable
  scan_address: ScanAddressTable
}

import type { Generated } from 'kysely'

/** Work that must survive the process. A leased job is one whose `run_at` lies in the future. */
interface JobTable {
  id: string
  queue: string
  /** At most one job of a queue has the same key. */
  dedupe_key: string | null
  group_key: string | null
  /** JSON, at most a few hundred bytes: what to work on, never the work's data. */
  payload: string
  state: 'ready' | 'dead'
  run_at: number
  /** Runs that ended in an error. */
  attempts: number
  /** Runs that began since the last one that ended. */
  claims: number
  /** Lease of the run that may finish the job; any other run is refused. */
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
  /** The scan was asked for by one of: api, site, schedule. */
  origin: string
  state: string
  phase: string
  /** Rises with every change that a client may see. */
  seq: number
  is_canceled: number
  discovered: number
  fetched: number
  skipped: number
  failed: number
  /** JSON. */
  options: string
  /** JSON: what the scan did to pages so far, and its warnings with how often each came. */
  tally: string
  /** JSON of `{code, message, retryable}`. */
  error: string | null
  attempts: number
  /** JSON of `{type, id}`. */
  requested_by: string
  queued_at: number
  started_at: number | null
  finished_at: number | null
  /** Credits that it was charged; null until it has ended, and for a scan from before there were credits. */
  credits_spent: number | null
}

/** Addresses of a scan, in the order in which they were found; some are kept for the next scan of the site. */
interface ScanUrlTable {
  scan_num: number
  seq: number
  url: string
  /** The sitemap's `lastmod`, in epoch ms. */
  modified_at: number | null
  depth: number
  /** A number of `URL_STATES`. */
  state: number
}

/** An address that became no page of a scan. */
interface ScanAddressTable {
  scan_num: number
  seq: number
  url: string
  /** One of failed, skipped, redirected. */
  outcome: string
  /** The reason: a warning of the scan, or another word. */
  reason: string
  http_status: number | null
  /** The address that it leads to, or whose page it is. */
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

import type { Selectable } from 'kysely'
import type { Tables } from '../tables/schema.ts'

export type ScanRow = Selectable<Tables['scan']>

/**
 * What became of an address. One that is forbidden or excluded is known, counted, and never asked for. Those, and one
 * that failed and is no page yet, are kept for the next scan: the pages that lead to them may not be read again.
 */
export const URL_STATES = { waiting: 0, done: 1, forbidden: 2, excluded: 3, failed: 4 } as const
export type UrlState = keyof typeof URL_STATES

/** An address to look at, found in a sitemap or on a page. */
export interface FoundUrl {
  url: string
  /** Steps from the start page or a sitemap. */
  depth: number
  /** What the sitemap says, epoch ms. */
  modifiedAt: number | null
  state: Exclude<UrlState, 'done' | 'failed'>
}

export interface WaitingUrl {
  seq: number
  url: string
  depth: number
  modifiedAt: number | null
  /** The page there, if one is known. */
  known: PreviousPage | undefined
}

/** What is known of a page from the scan before; of one that only readers met, there is no state. */
export interface PreviousPage {
  num: number
  url: string
  title: string | null
  state: string | null
  missing: number
  etag: string | null
  lastModified: string | null
  canonicalUrl: string | null
  /** SHA-256, hex. */
  contentHash: string | null
  bodyHash: string | null
}

/** What one answer said of a page. */
export interface PageWrite {
  path: string
  url: string
  state: string
  httpStatus: number | null
  missing: number
  targetUrl: string | null
  known: PreviousPage | undefined
  /** Absent where the answer had nothing new: what was stored stays. */
  content?: PageContent
  /** Nothing of the page is to be kept but its address. */
  isForgotten?: boolean
}

/** What was read of a page; its texts have no half characters. */
export interface PageContent {
  title: string | null
  canonicalUrl: string | null
  etag: string | null
  lastModified: string | null
  /** SHA-256, hex; of the bytes, null where they are to be read again even if they are the same. */
  contentHash: string
  bodyHash: string | null
  /** JSON of the page's facts, and its SHA-256 in hex. */
  record: string
  recordHash: string
  /** JSON of what checks found on the page; absent where none looked. */
  judged?: string
  /** JSON of `[heading, text]` for each piece of the main text; absent where only what surrounds it changed. */
  passages?: string
}

/** What a scan learned since it was last written down; all of it is stored, or nothing. */
export interface ScanStep {
  /** Addresses that were looked at. */
  done: readonly number[]
  /** Those among them that failed, where no page is known. */
  lost: readonly number[]
  found: readonly FoundUrl[]
  pages: readonly PageWrite[]
  fetched: number
  skipped: number
  failed: number
  phase: string
  /** JSON. */
  tally: string
}

export interface NewScan {
  id: string
  kind: string
  origin: string
  options: string
  requestedBy: string
  at: number
}

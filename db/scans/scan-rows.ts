import type { Selectable } from 'kysely'
import type { Tables } from '../tables/schema.ts'

export type ScanRow = Selectable<Tables['scan']>

/**
 * The state of an address. An address that is forbidden, excluded or an asset (by its name not a page) is counted and
 * never requested. Such addresses, and one that failed and is not a page yet, are kept for the next scan, since the
 * pages that link to them may not be read again.
 */
export const URL_STATES = {
  waiting: 0,
  done: 1,
  forbidden: 2,
  excluded: 3,
  failed: 4,
  asset: 5,
} as const
export type UrlState = keyof typeof URL_STATES

/** An address to look at, found in a sitemap or on a page. */
export interface FoundUrl {
  url: string
  /** Number of links from the start page or a sitemap. */
  depth: number
  /** The sitemap's `lastmod`, in epoch ms. */
  modifiedAt: number | null
  state: Exclude<UrlState, 'done' | 'failed'>
}

export interface WaitingUrl {
  seq: number
  url: string
  depth: number
  modifiedAt: number | null
  /** The page at the address, if one is known. */
  known: PreviousPage | undefined
}

/** A page as the scan before left it; a page that is known from readers alone has no state. */
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

/** The facts about a page that one answer of the website gave. */
export interface PageWrite {
  path: string
  url: string
  state: string
  httpStatus: number | null
  missing: number
  targetUrl: string | null
  known: PreviousPage | undefined
  /** Absent where the answer had nothing new: the stored content stays. */
  content?: PageContent
  /** True where nothing of the page may be kept but its address. */
  isForgotten?: boolean
}

/** The content that was read from a page; its texts have no lone surrogates. */
export interface PageContent {
  title: string | null
  canonicalUrl: string | null
  etag: string | null
  lastModified: string | null
  /** SHA-256, hex; `bodyHash` is null where the body must be read again even if it is the same. */
  contentHash: string
  bodyHash: string | null
  /** JSON of the page's facts, and its SHA-256 in hex. */
  record: string
  recordHash: string
  /** JSON of the findings of checks on the page; absent where no check ran. */
  judged?: string
  /** Whether the widget finds the place that the owner's selector names; null where only a browser can say. */
  place?: { selector: string; isThere: boolean | null }
  /** JSON of `[heading, text]` for each passage of the main text; absent where the main text did not change. */
  passages?: string
}

/** The reason why an address became no page of a scan. */
export interface NotedAddress {
  seq: number
  outcome: 'failed' | 'skipped' | 'redirected'
  reason: string
  httpStatus: number | null
  targetUrl: string | null
}

/** The results of a scan since its last step; all of them are stored, or nothing. */
export interface ScanStep {
  /** Numbers of the addresses that were requested. */
  done: readonly number[]
  /** Numbers of the requested addresses that failed and have no known page. */
  lost: readonly number[]
  found: readonly FoundUrl[]
  pages: readonly PageWrite[]
  /** Addresses that became no page, with the reason. */
  noted?: readonly NotedAddress[]
  fetched: number
  skipped: number
  failed: number
  phase: string
  /** JSON of the counts so far. */
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

/** The end of a scan. */
export interface ScanEnding {
  state: string
  /** JSON. */
  error: string | null
  /** JSON. */
  tally: string
  at: number
  creditsSpent: number
}

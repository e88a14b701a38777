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

/** An address for a scan to look at, which was found in a sitemap or on a page. */
export interface FoundUrl {
  url: string
  /** The number of links from the start page or a sitemap to the address. */
  depth: number
  /** The `lastmod` of the sitemap, in epoch ms; null where none was given. */
  modifiedAt: number | null
  state: Exclude<UrlState, 'done' | 'failed'>
}

export interface WaitingUrl {
  seq: number
  url: string
  depth: number
  modifiedAt: number | null
  /** The page that is known at the address; undefined where none is. */
  known: PreviousPage | undefined
}

/** A page as the scan before left it. A page that is known from readers alone has no state. */
export interface PreviousPage {
  num: number
  url: string
  title: string | null
  state: string | null
  missing: number
  etag: string | null
  lastModified: string | null
  canonicalUrl: string | null
  /** SHA-256 of the main text, in hex; null where no text was read. */
  contentHash: string | null
  bodyHash: string | null
}

/** The facts about a page that one answer of the website showed. */
export interface PageWrite {
  path: string
  url: string
  state: string
  httpStatus: number | null
  missing: number
  targetUrl: string | null
  known: PreviousPage | undefined
  /** The content of the page; absent where the answer had nothing new, in which case the stored content stays. */
  content?: PageContent
  /** True where only the address of the page may be kept. */
  isForgotten?: boolean
}

/** The content that was read from a page. Its texts hold no halves of surrogate pairs. */
export interface PageContent {
  title: string | null
  canonicalUrl: string | null
  etag: string | null
  lastModified: string | null
  /**
   * SHA-256 of the main text and of the whole body, in hex; `bodyHash` is null where the body must be read again even
   * if it is the same.
   */
  contentHash: string
  bodyHash: string | null
  /** JSON of the facts about the page, and its SHA-256 in hex. */
  record: string
  recordHash: string
  /** JSON of the findings of checks on the page alone; absent where no check ran. */
  judged?: string
  /**
   * The answer to whether the widget finds the place that the owner's selector names; null where only a browser can
   * say.
   */
  place?: { selector: string; isThere: boolean | null }
  /** JSON of `[heading, text]` for each passage of the main text; absent where the main text did not change. */
  passages?: string
}

/** An address of a scan that became no page, and the reason. */
export interface NotedAddress {
  seq: number
  outcome: 'failed' | 'skipped' | 'redirected'
  reason: string
  httpStatus: number | null
  targetUrl: string | null
}

/** The results of a scan since its last step, of which either all are stored or none. */
export interface ScanStep {
  /** The numbers of the addresses that were requested. */
  done: readonly number[]
  /** The numbers of the requested addresses that failed and have no known page. */
  lost: readonly number[]
  found: readonly FoundUrl[]
  pages: readonly PageWrite[]
  /** The addresses that became no page, with the reasons. */
  noted?: readonly NotedAddress[]
  fetched: number
  skipped: number
  failed: number
  phase: string
  /** JSON of the counts of the scan so far. */
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

/** The end of a scan: its last state, its counts, and the error if it failed. */
export interface ScanEnding {
  state: string
  /** JSON of the error; null for a scan that did not fail. */
  error: string | null
  /** JSON of the counts of the whole scan. */
  tally: string
  at: number
  creditsSpent: number
}

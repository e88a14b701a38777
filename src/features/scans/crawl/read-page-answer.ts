import { hash } from 'node:crypto'
import type { FoundUrl, PageContent, PreviousPage } from '../../../../db/scans/scan-rows.ts'
import { readPageRobots } from '../../../domain/html/robots-directives.ts'
import type { PageText } from '../../../domain/scans/shared-canonical.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { parseWebUrl } from '../../../lib/web/web-url.ts'
import type { FetchResponse } from '../../../net/guarded-client.ts'
import { locationOf } from '../../../net/redirects.ts'
import type { CanonicalDuplicates } from './canonical-duplicates.ts'
import { isAsset } from './is-asset.ts'
import { isHtmlAnswer } from './is-html-answer.ts'
import type { OtherHosts } from './other-hosts.ts'
import { pageBodyOf } from './page-body-of.ts'
import { refreshByHeader } from './refresh-by-header.ts'
import type { SeenUrls } from './seen-urls.ts'
import {
  leftOutVisit,
  noindexVisit,
  duplicateVisit,
  failedVisit,
  unchangedVisit,
  redirectedVisit,
  missingVisit,
  notHtmlVisit,
  skippedVisit,
  type VisitedUrl,
} from './visit-outcomes.ts'
import type { PageBody, ReadBody } from './read-body.ts'
import type { CrawlScope, ScopedUrl } from './crawl-scope.ts'
import type { Visit } from './step-writer.ts'
import { addTyped, type PageCount, type ScanTally, type ScanWarning } from './tally.ts'

/** The number of links from the start of a scan to a page at which the page's own links are not followed. */
export const MAX_DEPTH = 50

export interface VisitContext {
  scope: CrawlScope
  tally: ScanTally
  /** The addresses that are known to be on the disk; once it is full it takes no more, so that some are missing. */
  seen: SeenUrls
  duplicates: CanonicalDuplicates
  elsewhere: OtherHosts
  /** True where a rule of the site excludes a path. */
  isExcluded(path: string): boolean
  /** The owner's selector of the place for the widget; null without one. */
  placeSelector: string | null
  now: Clock
  /** True where robots.txt allows a path. */
  mayFetch(path: string): boolean
  /** Has an HTML page parsed in a thread; undefined for a page that the thread does not survive. */
  readBody(body: PageBody): Promise<ReadBody | undefined>
}

/** The result of a visit; it may have to wait for the visit of another address. */
export interface VisitResult extends Visit {
  /**
   * The canonical address that this page names and the text by which the two are compared; set until the scan has
   * decided about it. Until then, only the links of the page count.
   */
  waitsFor?: { target: string; text: PageText | undefined }
}

/** Returns the headers that spare an unchanged page; an empty object for a page without stored content. */
export function conditionalHeaders(known: PreviousPage | undefined): Record<string, string> {
  // Without stored content a 304 would leave the page empty, so no validators are sent.
  if (!known || known.contentHash === null) return {}
  const { etag, lastModified } = known
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  }
}

/** Makes of an answer the visit of an address: the state of its page, its record, and its links. */
export async function readPageAnswer(
  context: VisitContext,
  visited: VisitedUrl,
  answer: FetchResponse,
): Promise<VisitResult> {
  const { status } = answer
  if (status >= 300 && status < 400 && status !== 304) return redirected(context, visited, answer)
  const onward = refreshByHeader(context.scope, visited.place, answer)
  if (onward !== null) return leadingTo(context, visited, status, onward)
  if (status === 304 && isStored(visited.item.known)) return sameAsBefore(context, visited, answer)
  if (status === 404 || status === 410) return missingVisit(visited, status)
  if (status < 200 || status >= 300) return failedVisit(visited, 'HTTP_STATUS', status)
  if (!isHtmlAnswer(answer)) return notHtmlVisit(visited, status)
  return readHtml(context, visited, answer)
}

async function readHtml(
  context: VisitContext,
  visited: VisitedUrl,
  answer: FetchResponse,
): Promise<VisitResult> {
  const { body: bytes, status } = answer
  // A header may close a page whose bytes are the same.
  if (hasSameBytes(visited.item.known, bytes) && !isClosedByHeader(context, answer))
    return unchanged(context, visited)
  const reading = await context.readBody(pageBodyOf(context, visited, answer))
  if (!reading) return failedVisit(visited, 'TOO_COMPLEX', status)
  const { refreshUrl } = reading
  if (refreshUrl !== null) return leadingTo(context, visited, status, refreshUrl)
  return seen(context, visited, answer, reading)
}

/** True where enough is stored of a page that a 304 can stand for it: its content, or that it is noindex. */
const isStored = (known: PreviousPage | undefined): boolean =>
  known !== undefined && (known.contentHash !== null || known.state === 'noindex')

function sameAsBefore(
  context: VisitContext,
  visited: VisitedUrl,
  answer: FetchResponse,
): VisitResult {
  const isClosed = visited.item.known?.state === 'noindex' || isClosedByHeader(context, answer)
  return isClosed ? noindexVisit(visited, answer.status) : unchanged(context, visited)
}

function isClosedByHeader({ now }: VisitContext, { headers }: FetchResponse): boolean {
  const header = headers['x-robots-tag']
  return header !== undefined && readPageRobots([], [header], now()).isScanNoindex
}

/** True where a page has the bytes of the last scan, so that all that was read of them is the same. */
const hasSameBytes = (known: PreviousPage | undefined, bytes: Uint8Array): boolean =>
  (known?.state === 'active' || known?.state === 'duplicate') &&
  known.bodyHash !== null &&
  known.bodyHash === hash('sha256', bytes, 'hex')

function unchanged(context: VisitContext, visited: VisitedUrl): VisitResult {
  const { item, place } = visited
  // A page that repeats another page's text still does so, unless that page has changed; the end of the scan looks
  // again.
  const state = item.known?.state === 'duplicate' ? 'duplicate' : 'active'
  const page = unchangedVisit(visited, state, 304)
  const visit: Visit = { seq: item.seq, as: 'fetched', page, counts: ['pages', 'unchanged'] }
  const canonicalUrl = item.known?.canonicalUrl ?? null
  noteCanonical(context, place, canonicalUrl)
  const target = context.scope.other(place.url, canonicalUrl)
  return orDuplicateVisit(context, visited, { target, text: undefined }, visit)
}

/** Counts the canonical address of a page, if it is on another host. */
function noteCanonical(
  { scope, elsewhere }: VisitContext,
  { path }: ScopedUrl,
  canonicalUrl: string | null,
): void {
  const isOwn = canonicalUrl === null || scope.resolve(canonicalUrl) !== undefined
  if (!isOwn) elsewhere.note('canonicals', canonicalUrl, path)
}

function redirected(context: VisitContext, visited: VisitedUrl, answer: FetchResponse): Visit {
  return leadingTo(context, visited, answer.status, locationOf(answer.headers) ?? '')
}

/** Makes the visit of an address that sends readers on: by its status, `Refresh`, or an element in its head. */
function leadingTo(
  context: VisitContext,
  visited: VisitedUrl,
  status: number,
  location: string,
): Visit {
  const { item, place } = visited
  const target = location === '' ? undefined : context.scope.resolve(location, place.url)
  if (!target) {
    const away = location === '' ? undefined : parseWebUrl(location, place.url)?.href
    context.elsewhere.note('redirects', away ?? null, place.path)
    return redirectedVisit(visited, status, away, skippedVisit(visited, 'REDIRECT_OUT_OF_SCOPE'))
  }
  if (target.url === place.url) return failedVisit(visited, 'REDIRECT_LOOP', status)
  const isWay = context.duplicates.redirect(place.url, target.url)
  const end = isWay ? skippedVisit(visited) : skippedVisit(visited, 'REDIRECT_LOOP')
  const found = [toFoundUrl(context, target, item.depth)]
  return { ...redirectedVisit(visited, status, target.url, end), found }
}

function seen(
  context: VisitContext,
  visited: VisitedUrl,
  { headers, status, truncated }: FetchResponse,
  reading: ReadBody,
): VisitResult {
  const { seq, depth, known } = visited.item
  const found = depth >= MAX_DEPTH ? [] : newLinks(context, reading.links, depth + 1)
  for (const address of reading.elsewhere) context.elsewhere.note('links', address)
  noteCanonical(context, visited.place, reading.canonicalUrl)
  addTyped(context.tally, reading.typedParameters)
  if (!context.scope.wants(visited.place.path)) return { ...leftOutVisit(visited), found }
  if (reading.isNoindex) return noindexVisit(visited, status, found)
  const warnings: ScanWarning[] = truncated ? ['TOO_LARGE'] : []
  if (reading.isEmpty) warnings.push('EMPTY_PAGE')
  const content = contentOf(reading, headers)
  // The same bytes may be closed by the next scan.
  if (reading.hasEnd) Object.assign(content, { etag: null, lastModified: null, bodyHash: null })
  const counts = ['pages', changeOf(known, content.contentHash)] as const
  const page = { ...unchangedVisit(visited, 'active', status), content }
  const { copyOf: target, sketch, name } = reading
  const text = sketch === undefined ? undefined : { path: visited.place.path, name, sketch }
  return orDuplicateVisit(
    context,
    visited,
    { target, text },
    {
      seq,
      as: 'fetched',
      found,
      warnings,
      page,
      counts,
    },
  )
}

function contentOf(reading: ReadBody, headers: FetchResponse['headers']): PageContent {
  const { title, canonicalUrl, contentHash, bodyHash, record, recordHash } = reading
  const { judged, passages, place } = reading
  return {
    title,
    canonicalUrl,
    etag: headers['etag']?.slice(0, 200) ?? null,
    lastModified: headers['last-modified']?.slice(0, 100) ?? null,
    contentHash,
    bodyHash,
    record,
    recordHash,
    ...(judged && { judged }),
    ...(passages && { passages }),
    ...(place && { place }),
  }
}

/**
 * Returns the visit of a page; if the page names another address of the site as canonical, that of a duplicate where it
 * is one, or a visit that waits until this is decided.
 */
function orDuplicateVisit(
  context: VisitContext,
  visited: VisitedUrl,
  { target, text }: { target: ScopedUrl | undefined; text: PageText | undefined },
  visit: Visit,
): VisitResult {
  const { item, place } = visited
  if (!target) {
    context.duplicates.isPage(place.url)
    return visit
  }
  const { found = [], warnings = [] } = visit
  const leads = toFoundUrl(context, target, item.depth)
  const isOpen = leads.state === 'waiting' && !isMistakenCanonical(place, target)
  const verdict = isOpen ? context.duplicates.verdict(place.url, target.url) : 'page'
  if (verdict === 'page') {
    context.duplicates.isPage(place.url)
    return { ...visit, found: [...found, leads], warnings: [...warnings, 'CANONICAL_ELSEWHERE'] }
  }
  const others = context.seen.add(target.url) ? [leads, ...found] : found
  if (verdict === 'copy') return { ...duplicateVisit(visited, target.url), found: others }
  return { seq: item.seq, as: 'skipped', found: others, waitsFor: { target: target.url, text } }
}

/** True where another page names the start page as canonical: on some sites every page does so by mistake. */
const isMistakenCanonical = (place: ScopedUrl, target: ScopedUrl): boolean =>
  target.path === '/' && !/^\/(?:\?|index\.\w+$)/.test(place.path)

function changeOf(known: PreviousPage | undefined, contentHash: string): PageCount {
  if (!known?.contentHash) return 'added'
  return known.contentHash === contentHash ? 'unchanged' : 'changed'
}

/** Returns the links of a page that this run has not found before. */
function newLinks(context: VisitContext, links: readonly ScopedUrl[], depth: number): FoundUrl[] {
  return links
    .filter(({ url }) => context.seen.add(url))
    .map((link) => toFoundUrl(context, link, depth))
}

/**
 * Makes an entry of the frontier from an address. `isPage` says that an earlier scan or the owner knows it to be a
 * page, so that it is not taken for a file by its ending.
 */
export function toFoundUrl(
  context: VisitContext,
  { url, path }: ScopedUrl,
  depth: number,
  { modifiedAt = null, isPage = false }: { modifiedAt?: number | null; isPage?: boolean } = {},
): FoundUrl {
  const state =
    !context.scope.wants(path) || context.isExcluded(path)
      ? 'excluded'
      : !isPage && isAsset(path)
        ? 'asset'
        : context.mayFetch(path)
          ? 'waiting'
          : 'forbidden'
  return { url, depth, modifiedAt, state }
}

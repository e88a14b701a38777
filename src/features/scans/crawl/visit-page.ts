import { hash } from 'node:crypto'
import type { FoundUrl, PreviousPage } from '../../../../db/scans/scan-rows.ts'
import { readPageRobots } from '../../../domain/html/robots-directives.ts'
import { parseWebUrl } from '../../../lib/web/web-url.ts'
import type { FetchResponse } from '../../../net/guarded-client.ts'
import type { Copies } from './canonical-duplicates.ts'
import type { MetUrls } from './seen-urls.ts'
import {
  closed,
  copy,
  failed,
  kept,
  ledAway,
  missing,
  notHtml,
  skipped,
  type Visited,
} from './visit-outcomes.ts'
import type { Body, BodyReading } from './read-body.ts'
import type { Scope, ScopedUrl } from './scope.ts'
import type { Visit } from './step-writer.ts'
import type { PageCount, Tally, Warning } from './tally.ts'

/** Steps from where a scan begins, beyond which no link is followed. */
export const MAX_DEPTH = 50

export interface VisitContext {
  scope: Scope
  tally: Tally
  /** Addresses that are on the disk by now; it may have forgotten some. */
  met: MetUrls
  copies: Copies
  /** Whether a rule of the site leaves a path out. */
  isExcluded(path: string): boolean
  /** Whether robots.txt lets us fetch a path. */
  mayFetch(path: string): boolean
  /** Reads an HTML page in a thread; undefined for one that no thread survives. */
  readBody(body: Body): Promise<BodyReading | undefined>
}

/** What one address led to, or may lead to. */
export interface Looked extends Visit {
  /** It names this address as its own, of which nothing is known yet. Until then it is only where it leads that counts. */
  waitsFor?: string
}

/** What to send with a request, so that a page that is the same as last time is not sent again. */
export function conditionsOf(known: PreviousPage | undefined): Record<string, string> {
  // What is kept of a page without content says nothing of it.
  if (!known || known.contentHash === null) return {}
  const { etag, lastModified } = known
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  }
}

/** What an answer makes of a page: its state, its record, and where to go on. */
export async function readAnswer(
  context: VisitContext,
  visited: Visited,
  answer: FetchResponse,
): Promise<Looked> {
  const { status } = answer
  if (status >= 300 && status < 400 && status !== 304) return redirected(context, visited, answer)
  if (status === 304 && isStored(visited.item.known)) return sameAsBefore(context, visited, answer)
  if (status === 404 || status === 410) return missing(visited, status)
  if (status < 200 || status >= 300) return failed(visited, 'HTTP_STATUS', status)
  if (!isHtml(answer)) return notHtml(visited, status)
  return readHtml(context, visited, answer)
}

async function readHtml(
  context: VisitContext,
  visited: Visited,
  answer: FetchResponse,
): Promise<Looked> {
  const { item, place } = visited
  const { body: bytes, headers, status } = answer
  // A header may close a page whose bytes are the same.
  if (isKnown(item.known, bytes) && !isClosedByHeader(answer)) return unchanged(context, visited)
  const { modifiedAt } = item
  const knownHash = item.known?.contentHash ?? null
  const reading = await context.readBody({ bytes, url: place.url, headers, modifiedAt, knownHash })
  if (!reading) return failed(visited, 'TOO_COMPLEX', status)
  return seen(context, visited, answer, reading)
}

/** Whether an answer can be the same as before. */
const isStored = (known: PreviousPage | undefined): boolean =>
  known !== undefined && (known.contentHash !== null || known.state === 'noindex')

function sameAsBefore(context: VisitContext, visited: Visited, answer: FetchResponse): Looked {
  const isClosed = visited.item.known?.state === 'noindex' || isClosedByHeader(answer)
  return isClosed ? closed(visited, answer.status) : unchanged(context, visited)
}

function isClosedByHeader({ headers }: FetchResponse): boolean {
  const header = headers['x-robots-tag']
  return header !== undefined && readPageRobots([], [header]).isScanNoindex
}

/** Where the answer is the same as last time, so is all that was read from it; its links are known pages by now. */
const isKnown = (known: PreviousPage | undefined, bytes: Uint8Array): boolean =>
  known?.state === 'active' &&
  known.bodyHash !== null &&
  known.bodyHash === hash('sha256', bytes, 'hex')

const isHtml = ({ headers }: FetchResponse): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? 'text/html')

function unchanged(context: VisitContext, visited: Visited): Looked {
  const { item, place } = visited
  const page = kept(visited, 'active', 304)
  const visit: Visit = { seq: item.seq, as: 'fetched', page, counts: ['pages', 'unchanged'] }
  const target = context.scope.other(place.url, item.known?.canonicalUrl ?? null)
  return orCopy(context, visited, target, visit)
}

function redirected(context: VisitContext, visited: Visited, answer: FetchResponse): Visit {
  const { item, place } = visited
  const { status } = answer
  const location = answer.headers['location'] ?? ''
  const target = location === '' ? undefined : context.scope.resolve(location, place.url)
  if (!target) {
    const away = location === '' ? undefined : parseWebUrl(location, place.url)?.href
    return ledAway(visited, status, away, skipped(visited, 'REDIRECT_OUT_OF_SCOPE'))
  }
  if (target.url === place.url) return failed(visited, 'REDIRECT_LOOP', status)
  const isWay = context.copies.redirect(place.url, target.url)
  const end = isWay ? skipped(visited) : skipped(visited, 'REDIRECT_LOOP')
  const found = [foundAt(context, target, item.depth)]
  return { ...ledAway(visited, status, target.url, end), found }
}

function seen(
  context: VisitContext,
  visited: Visited,
  { headers, status, truncated }: FetchResponse,
  reading: BodyReading,
): Looked {
  const { seq, depth, known } = visited.item
  const found = depth >= MAX_DEPTH ? [] : foundOn(context, reading.links, depth + 1)
  if (reading.isNoindex) return closed(visited, status, found)
  const warnings: Warning[] = truncated ? ['TOO_LARGE'] : []
  if (reading.isEmpty) warnings.push('EMPTY_PAGE')
  const { title, canonicalUrl, contentHash, bodyHash, record, recordHash, judged, passages } =
    reading
  const content = {
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
  }
  const counts = ['pages', newsOf(known, contentHash)] as const
  const page = { ...kept(visited, 'active', status), content }
  return orCopy(context, visited, reading.copyOf, {
    seq,
    as: 'fetched',
    found,
    warnings,
    page,
    counts,
  })
}

/** The visit of a page, unless the page is only another address of one that is there. */
function orCopy(
  context: VisitContext,
  visited: Visited,
  target: ScopedUrl | undefined,
  visit: Visit,
): Looked {
  const { item, place } = visited
  if (!target) {
    context.copies.isPage(place.url)
    return visit
  }
  const { found = [], warnings = [] } = visit
  const leads = foundAt(context, target, item.depth)
  const isOpen = leads.state === 'waiting' && !isAstray(place, target)
  const verdict = isOpen ? context.copies.verdict(place.url, target.url) : 'page'
  if (verdict === 'page') {
    context.copies.isPage(place.url)
    return { ...visit, found: [...found, leads], warnings: [...warnings, 'CANONICAL_ELSEWHERE'] }
  }
  const others = context.met.add(target.url) ? [leads, ...found] : found
  if (verdict === 'copy') return { ...copy(visited, target.url), found: others }
  return { seq: item.seq, as: 'skipped', found: others, waitsFor: target.url }
}

/** Every page of some sites names the start page, by mistake: it is not taken for all of them. */
const isAstray = (place: ScopedUrl, target: ScopedUrl): boolean =>
  target.path === '/' && !/^\/(?:\?|index\.\w+$)/.test(place.path)

function newsOf(known: PreviousPage | undefined, contentHash: string): PageCount {
  if (!known?.contentHash) return 'added'
  return known.contentHash === contentHash ? 'unchanged' : 'changed'
}

/** Where a page leads to, without the addresses that this run has met before. */
function foundOn(context: VisitContext, links: readonly ScopedUrl[], depth: number): FoundUrl[] {
  return links
    .filter(({ url }) => context.met.add(url))
    .map((link) => foundAt(context, link, depth))
}

/** An address as it goes to the frontier. */
export function foundAt(
  context: VisitContext,
  { url, path }: ScopedUrl,
  depth: number,
  modifiedAt: number | null = null,
): FoundUrl {
  const state =
    !context.scope.wants(path) || context.isExcluded(path)
      ? 'excluded'
      : context.mayFetch(path)
        ? 'waiting'
        : 'forbidden'
  return { url, depth, modifiedAt, state }
}

import { hash } from 'node:crypto'
import type { FoundUrl, KnownPage, PageWrite, WaitingUrl } from '../../../../db/scans/scan-rows.ts'
import type { FetchError } from '../../../net/fetch-error.ts'
import type { FetchResponse } from '../../../net/guarded-client.ts'
import type { MetUrls } from './met-urls.ts'
import type { Body, BodyReading } from './read-body.ts'
import type { Scope, ScopedUrl } from './scope.ts'
import type { Visit } from './step-writer.ts'
import type { PageCount, Tally, Warning } from './tally.ts'

const MAX_DEPTH = 50
/** A page that is missing twice is gone; once may be an accident. */
const MISSING_UNTIL_GONE = 2

export interface Visited {
  item: WaitingUrl
  place: ScopedUrl
}

const knownOf = ({ item }: Visited): KnownPage | undefined => item.known

export interface VisitContext {
  scope: Scope
  tally: Tally
  /** Addresses that are on the disk by now; it may have forgotten some. */
  met: MetUrls
  /** Whether a rule of the site leaves a path out. */
  isExcluded(path: string): boolean
  /** Whether robots.txt lets us fetch a path. */
  mayFetch(path: string): boolean
  /** Reads an HTML page in a thread; undefined for one that no thread survives. */
  readBody(body: Body): Promise<BodyReading | undefined>
}

/** What an answer makes of a page: its state, its record, and where to go on. */
export async function readAnswer(
  context: VisitContext,
  visited: Visited,
  answer: FetchResponse,
): Promise<Visit> {
  const { status } = answer
  if (status >= 300 && status < 400 && status !== 304) return redirected(context, visited, answer)
  if (status === 304 && knownOf(visited)) return unchanged(visited)
  if (status === 404 || status === 410) return missing(visited, status)
  if (status < 200 || status >= 300) return failed(visited, 'HTTP_STATUS', status)
  if (!isHtml(answer)) return skipped(visited, 'NOT_HTML')
  return readHtml(context, visited, answer)
}

async function readHtml(
  context: VisitContext,
  visited: Visited,
  answer: FetchResponse,
): Promise<Visit> {
  const { item, place } = visited
  const { body: bytes, headers, status } = answer
  if (isKnown(item.known, bytes)) return unchanged(visited)
  const { modifiedAt } = item
  const knownHash = item.known?.contentHash ?? null
  const reading = await context.readBody({ bytes, url: place.url, headers, modifiedAt, knownHash })
  if (!reading) return failed(visited, 'TOO_COMPLEX', status)
  return seen(context, visited, answer, reading)
}

/** What a request that had no answer makes of a page. */
export function readFailure(visited: Visited, error: FetchError): Visit {
  return failed(visited, warningOf(error), null)
}

/** Where the answer is the same as last time, so is all that was read from it; its links are known pages by now. */
const isKnown = (known: KnownPage | undefined, bytes: Uint8Array): boolean =>
  known?.state === 'active' &&
  known.bodyHash !== null &&
  known.bodyHash === hash('sha256', bytes, 'hex')

const isHtml = ({ headers }: FetchResponse): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? 'text/html')

function warningOf({ code }: FetchError): Warning {
  switch (code) {
    case 'DNS_FAILED':
    case 'BLOCKED_ADDRESS':
    case 'TLS_ERROR':
    case 'TIMEOUT':
    case 'TOO_LARGE':
      return code
    default:
      return 'UNREACHABLE'
  }
}

/** The page as it was: only that it was looked at is new. */
function kept(visited: Visited, state: string, httpStatus: number | null, missed = 0): PageWrite {
  const { path, url } = visited.place
  return { path, url, known: knownOf(visited), state, httpStatus, missing: missed, targetUrl: null }
}

function unchanged(visited: Visited): Visit {
  const state = knownOf(visited)?.state === 'noindex' ? 'noindex' : 'active'
  const { seq } = visited.item
  return { seq, as: 'fetched', page: kept(visited, state, 304), counts: ['pages', 'unchanged'] }
}

function missing(visited: Visited, status: number): Visit {
  const { item } = visited
  const { known } = item
  const end = { seq: item.seq, as: 'failed', warnings: ['HTTP_STATUS'] } as const
  if (!known?.state) return end
  const times = known.missing + 1
  const isGone = times >= MISSING_UNTIL_GONE
  const page = kept(visited, isGone ? 'gone' : known.state, status, times)
  return { ...end, page, counts: isGone && known.state !== 'gone' ? ['removed'] : [] }
}

function failed(visited: Visited, warning: Warning, status: number | null): Visit {
  const { item } = visited
  const { known } = item
  // A page that was never read has nothing to keep: the warning is all there is.
  const end = { seq: item.seq, as: 'failed', warnings: [warning] } as const
  return known?.state ? { ...end, page: kept(visited, 'error', status, known.missing) } : end
}

function skipped({ item }: Visited, warning: Warning): Visit {
  return { seq: item.seq, as: 'skipped', warnings: [warning] }
}

function redirected(context: VisitContext, visited: Visited, answer: FetchResponse): Visit {
  const { item, place } = visited
  const { known } = item
  const location = answer.headers['location']
  const target = location === undefined ? undefined : context.scope.resolve(location, place.url)
  if (!target) return skipped(visited, 'REDIRECT_OUT_OF_SCOPE')
  if (target.url === place.url) return skipped(visited, 'REDIRECT_LOOP')
  const found = foundAt(context, target, item.depth)
  if (!known?.state) return { seq: item.seq, as: 'skipped', found: [found] }
  const page = { ...kept(visited, 'redirected', answer.status), targetUrl: target.url }
  return { seq: item.seq, as: 'skipped', found: [found], page }
}

function seen(
  context: VisitContext,
  visited: Visited,
  { headers, status, truncated }: FetchResponse,
  reading: BodyReading,
): Visit {
  const { seq, depth, known } = visited.item
  const found = depth >= MAX_DEPTH ? [] : foundOn(context, reading.links, depth + 1)
  const warnings: Warning[] = truncated ? ['TOO_LARGE'] : []
  const visit = { seq, as: 'fetched', found, warnings } as const
  if (reading.isNoindex) {
    warnings.push('NOINDEX')
    return { ...visit, page: kept(visited, 'noindex', status) }
  }
  if (reading.isEmpty) warnings.push('EMPTY_PAGE')
  const { title, canonicalUrl, contentHash, bodyHash, record, passages } = reading
  const content = {
    title,
    canonicalUrl,
    etag: headers['etag']?.slice(0, 200) ?? null,
    lastModified: headers['last-modified']?.slice(0, 100) ?? null,
    contentHash,
    bodyHash,
    record,
    ...(passages && { passages }),
  }
  const counts = ['pages', newsOf(known, contentHash)] as const
  return { ...visit, page: { ...kept(visited, 'active', status), content }, counts }
}

function newsOf(known: KnownPage | undefined, contentHash: string): PageCount {
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

import { hash } from 'node:crypto'
import type { FoundUrl, KnownPage, PageWrite, WaitingUrl } from '../../../../db/scans/scan-rows.ts'
import type { FetchError } from '../../../net/fetch-error.ts'
import type { FetchResponse } from '../../../net/guarded-client.ts'
import type { MetUrls } from './met-urls.ts'
import type { Body, BodyReading } from './read-body.ts'
import type { Scope, ScopedUrl } from './scope.ts'
import type { Visit } from './step-writer.ts'
import { warn, type Tally, type Warning } from './tally.ts'

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
  if (status === 304 && knownOf(visited)) return unchanged(context, visited)
  if (status === 404 || status === 410) return missing(context, visited, status)
  if (status < 200 || status >= 300) return failed(context, visited, 'HTTP_STATUS', status)
  if (!isHtml(answer)) return skipped(context, visited, 'NOT_HTML')
  return readHtml(context, visited, answer)
}

async function readHtml(
  context: VisitContext,
  visited: Visited,
  answer: FetchResponse,
): Promise<Visit> {
  const { item, place } = visited
  const { body: bytes, headers, status } = answer
  if (isKnown(item.known, bytes)) return unchanged(context, visited)
  const { modifiedAt } = item
  const knownHash = item.known?.contentHash ?? null
  const reading = await context.readBody({ bytes, url: place.url, headers, modifiedAt, knownHash })
  if (!reading) return failed(context, visited, 'TOO_COMPLEX', status)
  return seen(context, visited, answer, reading)
}

/** What a request that had no answer makes of a page. */
export function readFailure(context: VisitContext, visited: Visited, error: FetchError): Visit {
  return failed(context, visited, warningOf(error), null)
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

function unchanged({ tally }: VisitContext, visited: Visited): Visit {
  tally.pages += 1
  tally.unchanged += 1
  const state = knownOf(visited)?.state === 'noindex' ? 'noindex' : 'active'
  return { seq: visited.item.seq, as: 'fetched', page: kept(visited, state, 304) }
}

function missing({ tally }: VisitContext, visited: Visited, status: number): Visit {
  warn(tally, 'HTTP_STATUS')
  const { item } = visited
  const { known } = item
  const end = { seq: item.seq, as: 'failed', reason: 'HTTP_STATUS' } as const
  if (!known?.state) return end
  const times = known.missing + 1
  const isGone = times >= MISSING_UNTIL_GONE
  if (isGone && known.state !== 'gone') tally.removed += 1
  return { ...end, page: kept(visited, isGone ? 'gone' : known.state, status, times) }
}

function failed(
  { tally }: VisitContext,
  visited: Visited,
  warning: Warning,
  status: number | null,
): Visit {
  warn(tally, warning)
  const { item } = visited
  const { known } = item
  // A page that was never read has nothing to keep: the warning is all there is.
  const end = { seq: item.seq, as: 'failed', reason: warning } as const
  return known?.state ? { ...end, page: kept(visited, 'error', status, known.missing) } : end
}

function skipped({ tally }: VisitContext, { item }: Visited, warning: Warning): Visit {
  warn(tally, warning)
  return { seq: item.seq, as: 'skipped', reason: warning }
}

function redirected(context: VisitContext, visited: Visited, answer: FetchResponse): Visit {
  const { item, place } = visited
  const { known } = item
  const location = answer.headers['location']
  const target = location === undefined ? undefined : context.scope.resolve(location, place.url)
  if (!target) return skipped(context, visited, 'REDIRECT_OUT_OF_SCOPE')
  if (target.url === place.url) return skipped(context, visited, 'REDIRECT_LOOP')
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
  const { tally } = context
  if (truncated) warn(tally, 'TOO_LARGE')
  const found = depth >= MAX_DEPTH ? [] : foundOn(context, reading.links, depth + 1)
  if (reading.isNoindex) {
    warn(tally, 'NOINDEX')
    return { seq, as: 'fetched', found, page: kept(visited, 'noindex', status) }
  }
  if (reading.isEmpty) warn(tally, 'EMPTY_PAGE')
  count(tally, known, reading.contentHash)
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
  return { seq, as: 'fetched', found, page: { ...kept(visited, 'active', status), content } }
}

function count(tally: Tally, known: KnownPage | undefined, contentHash: string): void {
  tally.pages += 1
  if (!known?.contentHash) tally.added += 1
  else if (known.contentHash === contentHash) tally.unchanged += 1
  else tally.changed += 1
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

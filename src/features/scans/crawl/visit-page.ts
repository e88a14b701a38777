import { createHash } from 'node:crypto'
import type { FoundUrl, KnownPage, PageWrite, WaitingUrl } from '../../../../db/scans/scan-rows.ts'
import { readPage, type PageFacts } from '../../../core/html/read-page.ts'
import type { FetchError } from '../../../net/fetch-error.ts'
import type { FetchResponse } from '../../../net/guarded-client.ts'
import { toRecord, type PageRecord } from '../page-record.ts'
import { passagesOf } from '../passages.ts'
import type { Scope, ScopedUrl } from './scope.ts'
import type { Visit } from './step-writer.ts'
import { warn, type Tally, type Warning } from './tally.ts'

const MAX_DEPTH = 50
/** A page that is missing twice is gone; once may be an accident. */
const MISSING_UNTIL_GONE = 2

export interface Visited {
  item: WaitingUrl
  place: ScopedUrl
  known: KnownPage | undefined
}

export interface VisitContext {
  scope: Scope
  tally: Tally
  /** Whether robots.txt lets us fetch a path. */
  mayFetch(path: string): boolean
}

/** What an answer makes of a page: its state, its record, and where to go on. */
export function readAnswer(context: VisitContext, visited: Visited, answer: FetchResponse): Visit {
  const { status } = answer
  if (status >= 300 && status < 400 && status !== 304) return redirected(context, visited, answer)
  if (status === 304 && visited.known) return unchanged(context, visited)
  if (status === 404 || status === 410) return missing(context, visited, status)
  if (status < 200 || status >= 300) return failed(context, visited, 'HTTP_STATUS', status)
  if (!isHtml(answer)) return skipped(context, visited, 'NOT_HTML')
  const bodyHash = createHash('sha256').update(answer.body).digest()
  if (isKnown(visited.known, bodyHash)) return unchanged(context, visited)
  return seen(context, visited, answer, bodyHash)
}

/** What a request that had no answer makes of a page. */
export function readFailure(context: VisitContext, visited: Visited, error: FetchError): Visit {
  return failed(context, visited, warningOf(error), null)
}

/** Where the answer is the same as last time, so is all that was read from it; its links are known pages by now. */
const isKnown = (known: KnownPage | undefined, bodyHash: Buffer): boolean =>
  known?.state === 'active' && known.bodyHash !== null && bodyHash.equals(known.bodyHash)

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
  return { path, url, state, httpStatus, missing: missed, targetUrl: null }
}

function unchanged({ tally }: VisitContext, visited: Visited): Visit {
  tally.pages += 1
  tally.unchanged += 1
  const state = visited.known?.state === 'noindex' ? 'noindex' : 'active'
  return { seq: visited.item.seq, as: 'fetched', page: kept(visited, state, 304) }
}

function missing({ tally }: VisitContext, visited: Visited, status: number): Visit {
  warn(tally, 'HTTP_STATUS')
  const { item, known } = visited
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
  const { item, known } = visited
  // A page that was never read has nothing to keep: the warning is all there is.
  const end = { seq: item.seq, as: 'failed', reason: warning } as const
  return known?.state ? { ...end, page: kept(visited, 'error', status, known.missing) } : end
}

function skipped({ tally }: VisitContext, { item }: Visited, warning: Warning): Visit {
  warn(tally, warning)
  return { seq: item.seq, as: 'skipped', reason: warning }
}

function redirected(context: VisitContext, visited: Visited, answer: FetchResponse): Visit {
  const { item, place, known } = visited
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
  answer: FetchResponse,
  bodyHash: Buffer,
): Visit {
  const { item, place, known } = visited
  const { tally } = context
  if (answer.truncated) warn(tally, 'TOO_LARGE')
  const facts = readPage(answer.body, {
    url: place.url,
    contentType: answer.headers['content-type'] ?? null,
    headers: answer.headers,
  })
  const found = linksOf(context, facts, item.depth)
  if (facts.isNoindex) {
    warn(tally, 'NOINDEX')
    return { seq: item.seq, as: 'fetched', found, page: kept(visited, 'noindex', answer.status) }
  }
  if (facts.mainText === '') warn(tally, 'EMPTY_PAGE')
  const record = toRecord(facts, place.url, item.modifiedAt)
  count(tally, known, record)
  const page: PageWrite = {
    ...kept(visited, 'active', answer.status),
    content: { ...contentOf(known, record, facts, answer), bodyHash },
  }
  return { seq: item.seq, as: 'fetched', found, page }
}

function count(tally: Tally, known: KnownPage | undefined, record: PageRecord): void {
  tally.pages += 1
  if (!known?.contentHash) tally.added += 1
  else if (isSame(known, record)) tally.unchanged += 1
  else tally.changed += 1
}

const isSame = (known: KnownPage | undefined, { contentHash }: PageRecord): boolean =>
  known?.contentHash !== undefined &&
  known.contentHash !== null &&
  contentHash === Buffer.from(known.contentHash).toString('hex')

function contentOf(
  known: KnownPage | undefined,
  record: PageRecord,
  facts: PageFacts,
  { headers }: FetchResponse,
): Omit<NonNullable<PageWrite['content']>, 'bodyHash'> {
  return {
    title: record.title,
    canonicalUrl: record.canonicalUrl,
    etag: headers['etag']?.slice(0, 200) ?? null,
    lastModified: headers['last-modified']?.slice(0, 100) ?? null,
    contentHash: Buffer.from(record.contentHash, 'hex'),
    record: JSON.stringify(record),
    ...(!isSame(known, record) && { passages: passagesOf(facts.sections) }),
  }
}

/** Where a page leads to, each address once. */
function linksOf(context: VisitContext, facts: PageFacts, depth: number): FoundUrl[] {
  if (depth >= MAX_DEPTH || facts.isNofollow) return []
  const found = new Map<string, FoundUrl>()
  for (const { url, isNofollow } of facts.links) {
    const target = isNofollow ? undefined : context.scope.resolve(url)
    if (target && !found.has(target.url)) found.set(target.url, foundAt(context, target, depth + 1))
  }
  return [...found.values()]
}

/** An address as it goes to the frontier. */
export function foundAt(
  context: VisitContext,
  { url, path }: ScopedUrl,
  depth: number,
  modifiedAt: number | null = null,
): FoundUrl {
  const state = !context.scope.wants(path)
    ? 'excluded'
    : context.mayFetch(path)
      ? 'waiting'
      : 'forbidden'
  return { url, depth, modifiedAt, state }
}

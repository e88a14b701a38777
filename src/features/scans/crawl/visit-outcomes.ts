import type { FoundUrl, PageWrite, WaitingUrl } from '../../../../db/scans/scan-rows.ts'
import type { FetchError } from '../../../net/fetch-error.ts'
import type { ScopedUrl } from './crawl-scope.ts'
import type { Visit } from './step-writer.ts'
import type { PageCount, ScanWarning } from './tally.ts'

/** The number of visits in a row that find no page before the page counts as gone, since one may be an accident. */
const MISSING_UNTIL_GONE = 2
const MAX_TARGET = 2_048

/** A waiting address, and its normalized form within the site. */
export interface VisitedUrl {
  item: WaitingUrl
  place: ScopedUrl
}

function warningOf({ code }: FetchError): ScanWarning {
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

/** Makes the write of a page that keeps its record and gets another state, with the time of the visit. */
export function unchangedVisit(
  visited: VisitedUrl,
  state: string,
  httpStatus: number | null,
  missed = 0,
): PageWrite {
  const { path, url } = visited.place
  return {
    path,
    url,
    known: visited.item.known,
    state,
    httpStatus,
    missing: missed,
    targetUrl: null,
  }
}

/** Makes the visit of a page that says noindex; all that was stored of the page is forgotten, except its address. */
export function noindexVisit(
  visited: VisitedUrl,
  status: number,
  found: readonly FoundUrl[] = [],
): Visit {
  const { item } = visited
  const page = { ...unchangedVisit(visited, 'noindex', status), isForgotten: true }
  const counts: PageCount[] = item.known?.contentHash ? ['removed'] : []
  const note = { outcome: 'skipped', reason: 'NOINDEX', httpStatus: status } as const
  return { seq: item.seq, as: 'fetched', found, page, warnings: ['NOINDEX'], counts, note }
}

/** Makes the visit of an address whose answer says that there is no page. */
export function missingVisit(visited: VisitedUrl, status: number): Visit {
  const { seq, known } = visited.item
  const note = { outcome: 'failed', reason: 'HTTP_STATUS', httpStatus: status } as const
  const end = { seq, as: 'failed', warnings: ['HTTP_STATUS'], note } as const
  return absentVisit(visited, end, status, known?.state ?? 'error')
}

/** Makes the visit of an address that answers with another file than a page, for good or by accident. */
export const notHtmlVisit = (visited: VisitedUrl, status: number): Visit =>
  absentVisit(
    visited,
    {
      ...skippedVisit(visited, 'NOT_HTML'),
      note: { outcome: 'skipped', reason: 'NOT_HTML', httpStatus: status },
    },
    status,
    stateOnFailure(visited.item.known?.state),
  )

/** Returns the state of a page that failed: `error` for an active page; a page in any other state keeps it. */
const stateOnFailure = (state: string | null | undefined): string =>
  state === 'active' ? 'error' : (state ?? 'error')

/** Makes the visit of an address without a page. Its known page has the state `meanwhile` until it counts as gone. */
function absentVisit(visited: VisitedUrl, end: Visit, status: number, meanwhile: string): Visit {
  const { known } = visited.item
  if (!known?.state) return end
  const times = known.missing + 1
  const isGone = times >= MISSING_UNTIL_GONE
  const page = unchangedVisit(visited, isGone ? 'gone' : meanwhile, status, times)
  return { ...end, page, counts: isGone && known.state !== 'gone' ? ['removed'] : [] }
}

/** Makes the visit of a page that could not be read, and that keeps its last record. */
export function failedVisit(
  visited: VisitedUrl,
  warning: ScanWarning,
  status: number | null,
): Visit {
  const { item } = visited
  const { known } = item
  // A page that was never read has nothing to keep, so only the warning is stored.
  const note = { outcome: 'failed', reason: warning, httpStatus: status } as const
  const end = { seq: item.seq, as: 'failed', warnings: [warning], note } as const
  if (!known?.state) return end
  return {
    ...end,
    page: unchangedVisit(visited, stateOnFailure(known.state), status, known.missing),
  }
}

/** Makes the visit of an address that has nothing to read, which is no failure. */
export function skippedVisit({ item }: VisitedUrl, ...warnings: ScanWarning[]): Visit {
  return { seq: item.seq, as: 'skipped', warnings }
}

/** Makes the visit of a page outside the bounds of the scan, which was requested for its links alone. */
export const leftOutVisit = ({ item: { seq } }: VisitedUrl): Visit => ({
  seq,
  as: 'skipped',
  note: { outcome: 'skipped', reason: 'EXCLUDED' },
})

/** Makes the visit of an address that redirects; only a page that is known gets a record of that. */
export function redirectedVisit(
  visited: VisitedUrl,
  status: number,
  target: string | undefined,
  end: Visit,
): Visit {
  const isShort = target !== undefined && target.length <= MAX_TARGET
  const targetUrl = isShort ? target : null
  const [reason = 'REDIRECT'] = end.warnings ?? []
  const note = { outcome: 'redirected', reason, httpStatus: status, targetUrl } as const
  if (!visited.item.known?.state) return { ...end, note }
  return { ...end, note, page: { ...unchangedVisit(visited, 'redirected', status), targetUrl } }
}

/** Makes the visit of an address whose request got no answer. */
export function unansweredVisit(visited: VisitedUrl, error: FetchError): Visit {
  return failedVisit(visited, warningOf(error), null)
}

/** Makes the visit of an address that is a duplicate of the page at `targetUrl`. */
export function duplicateVisit(visited: VisitedUrl, targetUrl: string): Visit {
  const { seq, known } = visited.item
  const note = { outcome: 'skipped', reason: 'CANONICAL_ELSEWHERE', targetUrl } as const
  const end = { seq, as: 'skipped', warnings: ['CANONICAL_ELSEWHERE'], note } as const
  return known?.state
    ? { ...end, page: { ...unchangedVisit(visited, 'redirected', 200), targetUrl } }
    : end
}

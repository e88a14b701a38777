import type { FoundUrl, PageWrite, WaitingUrl } from '../../../../db/scans/scan-rows.ts'
import type { FetchError } from '../../../net/fetch-error.ts'
import type { ScopedUrl } from './scope.ts'
import type { Visit } from './step-writer.ts'
import type { PageCount, Warning } from './tally.ts'

/** A page that is missing twice is gone; once may be an accident. */
const MISSING_UNTIL_GONE = 2
const MAX_TARGET = 2_048

/** An address, and what it is within its site. */
export interface Visited {
  item: WaitingUrl
  place: ScopedUrl
}

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
export function kept(
  visited: Visited,
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

/** A page that wants to be in no index: nothing of it is kept. */
export function closed(visited: Visited, status: number, found: readonly FoundUrl[] = []): Visit {
  const { item } = visited
  const page = { ...kept(visited, 'noindex', status), isForgotten: true }
  const counts: PageCount[] = item.known?.contentHash ? ['removed'] : []
  return { seq: item.seq, as: 'fetched', found, page, warnings: ['NOINDEX'], counts }
}

/** The answer says that there is no page. */
export function missing(visited: Visited, status: number): Visit {
  const { seq, known } = visited.item
  const end = { seq, as: 'failed', warnings: ['HTTP_STATUS'] } as const
  return absent(visited, end, status, known?.state ?? 'error')
}

/** A file took the place of the page, for good or by accident. */
export const notHtml = (visited: Visited, status: number): Visit =>
  absent(visited, skipped(visited, 'NOT_HTML'), status, inTrouble(visited.item.known?.state))

/** What was taken out does not come back because it cannot be read. */
const inTrouble = (state: string | null | undefined): string =>
  state === 'active' ? 'error' : (state ?? 'error')

/** What is known of a page that is not there; `meanwhile` is its state until that is sure. */
function absent(visited: Visited, end: Visit, status: number, meanwhile: string): Visit {
  const { known } = visited.item
  if (!known?.state) return end
  const times = known.missing + 1
  const isGone = times >= MISSING_UNTIL_GONE
  const page = kept(visited, isGone ? 'gone' : meanwhile, status, times)
  return { ...end, page, counts: isGone && known.state !== 'gone' ? ['removed'] : [] }
}

/** The page could not be read: it keeps what it last said. */
export function failed(visited: Visited, warning: Warning, status: number | null): Visit {
  const { item } = visited
  const { known } = item
  // A page that was never read has nothing to keep: the warning is all there is.
  const end = { seq: item.seq, as: 'failed', warnings: [warning] } as const
  if (!known?.state) return end
  return { ...end, page: kept(visited, inTrouble(known.state), status, known.missing) }
}

/** There is nothing to read, and no failure in that. */
export function skipped({ item }: Visited, ...warnings: Warning[]): Visit {
  return { seq: item.seq, as: 'skipped', warnings }
}

/** What is known of a page that leads elsewhere; an address that never was a page needs no record. */
export function ledAway(
  visited: Visited,
  status: number,
  target: string | undefined,
  end: Visit,
): Visit {
  if (!visited.item.known?.state) return end
  const isShort = target !== undefined && target.length <= MAX_TARGET
  const targetUrl = isShort ? target : null
  return { ...end, page: { ...kept(visited, 'redirected', status), targetUrl } }
}

/** What a request that had no answer makes of a page. */
export function readFailure(visited: Visited, error: FetchError): Visit {
  return failed(visited, warningOf(error), null)
}

/** Another address of a page: no page of its own, or none any more. */
export function copy(visited: Visited, targetUrl: string): Visit {
  const { seq, known } = visited.item
  const end = { seq, as: 'skipped', warnings: ['CANONICAL_ELSEWHERE'] } as const
  return known?.state ? { ...end, page: { ...kept(visited, 'redirected', 200), targetUrl } } : end
}

import { SCAN_ERRORS, type ScanErrorCode } from '../../domain/scans/scan-errors.ts'
import { PRIVATE_HINT } from '../../kernel/names/private-hint.ts'
import type { FetchError } from '../../net/fetch-error.ts'
import type { ScanTally } from './crawl/tally.ts'
import type { ScanError } from './scan.ts'

/** The end of a scan that found nothing, or broke down. */
export interface ScanFailure {
  state: 'failed'
  error: ScanError
}

const MESSAGES: Readonly<Record<ScanErrorCode, string>> = {
  DNS_FAILED: 'The name of the site has no address',
  BLOCKED_ADDRESS: `The site is at a private address; ${PRIVATE_HINT}`,
  TLS_ERROR: 'No secure connection to the site: its certificate or the handshake is bad',
  TIMEOUT: 'The site did not answer in time',
  UNREACHABLE: 'The site cannot be reached, or breaks off its answers',
  HTTP_STATUS: 'The start page answers with an error',
  ROBOTS_DISALLOWED: 'robots.txt does not let CitableBot in, or cannot be read',
  NOT_HTML: 'The start page is not HTML',
  TOO_LARGE: 'The answer of the site is too large',
  NO_PAGES: 'No page was found within the scope of the scan',
  INTERNAL: 'The scan broke down; it was tried three times',
}

/**
 * Messages for connections that failed, by the code of the error: those refused, closed without an answer, or
 * impossible.
 */
const NO_CONNECTION: ReadonlyMap<string, string> = new Map([
  ['REFUSED', 'The site refuses connections on this port'],
  ['RESET', 'The site closed the connection before its answer was complete'],
  ['UNREACHABLE', 'The site cannot be reached from here'],
])

/**
 * Makes the end of a failed scan from its cause, a warning or one of `SCAN_ERRORS`; a warning that is no such error
 * becomes NO_PAGES.
 */
export function scanFailure(cause: string, retryable: boolean): ScanFailure {
  const code = SCAN_ERRORS.find((known) => known === cause) ?? 'NO_PAGES'
  return { state: 'failed', error: { code, message: MESSAGES[code], retryable } }
}

/** Makes the end of a scan whose site could not be reached. */
export function unreachableFailure({ code, retryable }: FetchError): ScanFailure {
  const message = NO_CONNECTION.get(code)
  if (message === undefined) return scanFailure(code, retryable)
  return { state: 'failed', error: { code: 'UNREACHABLE', message, retryable } }
}

/** Makes the end of a scan that found no pages, from how its start page ended. */
export function noPagesFailure({ startError, mayStartRecover, warnings }: ScanTally): ScanFailure {
  if ('ROBOTS_UNREADABLE' in warnings) return scanFailure('ROBOTS_DISALLOWED', true)
  if (startError !== null) return scanFailure(startError, mayStartRecover)
  // The start page was not fetched, or redirects to a path that robots.txt forbids.
  return scanFailure('ROBOTS_DISALLOWED' in warnings ? 'ROBOTS_DISALLOWED' : 'NO_PAGES', false)
}

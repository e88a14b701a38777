import type { FetchError } from '../../net/fetch-error.ts'
import type { Tally } from './crawl/tally.ts'
import { SCAN_ERRORS, type ScanError, type ScanErrorCode } from './scan.ts'

/** How a scan ended that found nothing, or broke down. */
export interface ScanFailure {
  state: 'failed'
  error: ScanError
}

const MESSAGES: Readonly<Record<ScanErrorCode, string>> = {
  DNS_FAILED: 'The name of the site has no address',
  BLOCKED_ADDRESS:
    'The site is at a private address; ALLOW_PRIVATE_NETWORKS lets a trial scan those',
  TLS_ERROR: 'No secure connection to the site: its certificate or the handshake is bad',
  TIMEOUT: 'The site did not answer in time',
  UNREACHABLE: 'The site accepts no connection',
  HTTP_STATUS: 'The start page answers with an error',
  ROBOTS_DISALLOWED: 'robots.txt does not let CitableBot in, or cannot be read',
  NOT_HTML: 'The start page is not HTML',
  TOO_LARGE: 'The answer of the site is too large',
  NO_PAGES: 'No page was found within the scope of the scan',
  INTERNAL: 'The scan broke down; it was tried three times',
}

/** What connections end with that were never made, or were closed without an answer. */
const NO_CONNECTION: ReadonlySet<string> = new Set(['REFUSED', 'RESET', 'UNREACHABLE'])

/** A failure by what it is called within: the code of a FetchError, a warning, or one of `SCAN_ERRORS`. */
export function scanFailure(cause: string, retryable: boolean): ScanFailure {
  // The list of codes has none for it; that nobody answers is next to it.
  if (NO_CONNECTION.has(cause)) {
    const message = MESSAGES.UNREACHABLE
    return { state: 'failed', error: { code: 'TIMEOUT', message, retryable } }
  }
  const code = SCAN_ERRORS.find((known) => known === cause) ?? 'NO_PAGES'
  return { state: 'failed', error: { code, message: MESSAGES[code], retryable } }
}

/** The site could not be asked for anything. */
export const unreachable = ({ code, retryable }: FetchError): ScanFailure =>
  scanFailure(code, retryable)

/** No page was found; how the start page ended says why. */
export function nothingFound({ startError, mayStartRecover, warnings }: Tally): ScanFailure {
  if ('ROBOTS_UNREADABLE' in warnings) return scanFailure('ROBOTS_DISALLOWED', true)
  if (startError !== null) return scanFailure(startError, mayStartRecover)
  // The start page was not asked for, or leads to where nobody is let in.
  return scanFailure('ROBOTS_DISALLOWED' in warnings ? 'ROBOTS_DISALLOWED' : 'NO_PAGES', false)
}

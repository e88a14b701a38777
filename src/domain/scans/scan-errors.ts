/** Reasons why a whole scan failed, for its owner and for `scan.failed`. */
export const SCAN_ERRORS = [
  'DNS_FAILED',
  'BLOCKED_ADDRESS',
  'TLS_ERROR',
  'TIMEOUT',
  'UNREACHABLE',
  'HTTP_STATUS',
  'ROBOTS_DISALLOWED',
  'NOT_HTML',
  'TOO_LARGE',
  'NO_PAGES',
  'INTERNAL',
] as const
export type ScanErrorCode = (typeof SCAN_ERRORS)[number]

import type { UrlRefusalCode } from './url-policy.ts'

export type FetchErrorCode =
  | UrlRefusalCode
  | 'CANCELLED'
  | 'DNS_FAILED'
  | 'INVALID_REQUEST'
  | 'PROTOCOL_ERROR'
  | 'REDIRECT_LOOP'
  | 'REFUSED'
  | 'RESET'
  | 'TIMEOUT'
  | 'TLS_ERROR'
  | 'TOO_COMPLEX'
  | 'TOO_LARGE'
  | 'TOO_MANY_REDIRECTS'
  | 'UNREACHABLE'

/** The codes of errors after which another attempt may succeed. */
const RETRYABLE: ReadonlySet<FetchErrorCode> = new Set<FetchErrorCode>([
  'DNS_FAILED',
  'REFUSED',
  'RESET',
  'TIMEOUT',
  'UNREACHABLE',
])

/**
 * An error for a request without an answer, or with an unreadable one. The message may be shown: it contains no
 * address, header or body.
 */
export class FetchError extends Error {
  override name = 'FetchError'
  readonly code: FetchErrorCode
  /** True when another attempt may succeed. */
  readonly retryable: boolean

  constructor(code: FetchErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.retryable = RETRYABLE.has(code)
  }
}

/** Makes the error of a request that its caller cancelled. */
export const cancelledRequest = (options?: ErrorOptions): FetchError =>
  new FetchError('CANCELLED', 'The request was cancelled', options)

const MEANINGS: Readonly<Partial<Record<FetchErrorCode, string>>> = {
  CANCELLED: 'The request was cancelled',
  INVALID_REQUEST: 'The request could not be written',
  PROTOCOL_ERROR: 'The answer is not valid HTTP',
  REFUSED: 'The host refuses connections on this port',
  RESET: 'The host closed the connection before its answer was complete',
  TIMEOUT: 'The host did not accept a connection in time',
  TLS_ERROR: 'No secure connection: the certificate or the handshake is bad',
  TOO_LARGE: 'The headers of the answer are too large',
  UNREACHABLE: 'The host cannot be reached from here',
}

/**
 * The code of a FetchError by the error code of the system, of Node and of undici. OpenSSL's codes for bad
 * certificates have no common prefix.
 */
const CODES: ReadonlyMap<string, FetchErrorCode> = new Map<string, FetchErrorCode>([
  ['ECONNREFUSED', 'REFUSED'],
  ['ECONNRESET', 'RESET'],
  ['ECONNABORTED', 'RESET'],
  ['EPIPE', 'RESET'],
  ['UND_ERR_SOCKET', 'RESET'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'RESET'],
  ['EHOSTUNREACH', 'UNREACHABLE'],
  ['ENETUNREACH', 'UNREACHABLE'],
  ['ENETDOWN', 'UNREACHABLE'],
  ['EADDRNOTAVAIL', 'UNREACHABLE'],
  ['EACCES', 'UNREACHABLE'],
  ['EPERM', 'UNREACHABLE'],
  ['ETIMEDOUT', 'TIMEOUT'],
  ['UND_ERR_CONNECT_TIMEOUT', 'TIMEOUT'],
  ['UND_ERR_HEADERS_OVERFLOW', 'TOO_LARGE'],
  ['UND_ERR_INVALID_ARG', 'INVALID_REQUEST'],
  ['UND_ERR_REQ_CONTENT_LENGTH_MISMATCH', 'INVALID_REQUEST'],
  ['UND_ERR_DESTROYED', 'CANCELLED'],
  ['UND_ERR_CLOSED', 'CANCELLED'],
  ['UND_ERR_ABORTED', 'CANCELLED'],
  ['EPROTO', 'TLS_ERROR'],
  ['HOSTNAME_MISMATCH', 'TLS_ERROR'],
  ['INVALID_CA', 'TLS_ERROR'],
  ['INVALID_PURPOSE', 'TLS_ERROR'],
])

const TLS_CODE = /^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/
const HTTP_CODE = /^(?:HPE_|UND_ERR_)/

/**
 * Converts an error of the connection to a FetchError. An error that no connection can cause is a bug and is returned
 * unchanged; of several addresses that all failed, the first one counts.
 */
export function toFetchError(error: unknown): unknown {
  if (error instanceof FetchError) return error
  if (error instanceof AggregateError && error.errors.length > 0) {
    return toFetchError(error.errors[0])
  }
  const code = codeOf(error)
  if (code === undefined) return error
  return new FetchError(code, MEANINGS[code] ?? 'The request failed', { cause: error })
}

function codeOf(error: unknown): FetchErrorCode | undefined {
  if (!(error instanceof Error)) return undefined
  // undici's parser gives some of its errors no code.
  if (error.name === 'HTTPParserError') return 'PROTOCOL_ERROR'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = CODES.get(code)
  if (known !== undefined) return known
  if (TLS_CODE.test(code)) return 'TLS_ERROR'
  return HTTP_CODE.test(code) ? 'PROTOCOL_ERROR' : undefined
}

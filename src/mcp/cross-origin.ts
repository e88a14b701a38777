import type { IncomingMessage } from 'node:http'
import type { HttpExchange } from '../kernel/wire/http-exchange.ts'

/** The headers of an answer that a page may read in addition to its body. */
const EXPOSED = [
  'Retry-After',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-Request-Id',
].join(', ')

/** Seconds for which a browser keeps the answer to a preflight; Chromium keeps none longer. */
const PREFLIGHT_SECONDS = 7_200
const HEADER_NAMES = /^[\w-]+(?: *, *[\w-]+)*$/
const MAX_NAMES_CHARS = 1_000

/**
 * Sets the headers that let a page read the answer, for an Origin that the guard let through. Cookies are not needed,
 * since the page sends its key itself.
 */
export function allowPage({ request, headers }: HttpExchange): void {
  // A cache that has the answer to one page must not show it to another.
  headers['Vary'] = 'Origin'
  const { origin } = request.headers
  if (origin === undefined) return
  headers['Access-Control-Allow-Origin'] = origin
  headers['Access-Control-Expose-Headers'] = EXPOSED
}

/** True for a preflight: the OPTIONS request by which a browser asks whether a page may send its request. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined

/**
 * Answers a preflight: the page may send any header that it asked for, because no header except the key opens anything.
 */
export function answerPreflight({ request, response, headers }: HttpExchange): void {
  const names = request.headers['access-control-request-headers'] ?? ''
  if (names.length <= MAX_NAMES_CHARS && HEADER_NAMES.test(names)) {
    headers['Access-Control-Allow-Headers'] = names
  }
  headers['Access-Control-Allow-Methods'] = 'POST'
  headers['Access-Control-Max-Age'] = PREFLIGHT_SECONDS
  response.writeHead(204, headers).end()
}

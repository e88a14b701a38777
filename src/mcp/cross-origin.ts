import type { IncomingMessage } from 'node:http'
import type { HttpExchange } from '../kernel/wire/http-exchange.ts'

/** A page may read these headers of an answer besides its body. */
const EXPOSED = [
  'Retry-After',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-Request-Id',
].join(', ')

/** Seconds for which a browser keeps the answer to a preflight; Chromium takes no more. */
const PREFLIGHT_SECONDS = 7_200
const HEADER_NAMES = /^[\w-]+(?: *, *[\w-]+)*$/
const MAX_NAMES_CHARS = 1_000

/** Lets the page of an Origin that the guard knows read the answer. It sends its key itself: there are no cookies. */
export function allowPage({ request, headers }: HttpExchange): void {
  // A cache that has the answer to one page must not show it to another.
  headers['Vary'] = 'Origin'
  const { origin } = request.headers
  if (origin === undefined) return
  headers['Access-Control-Allow-Origin'] = origin
  headers['Access-Control-Expose-Headers'] = EXPOSED
}

/** A browser asks this before it sends a page's request. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined

/** Lets the page send the request that it asked for: any header, because none but the key opens anything. */
export function answerPreflight({ request, response, headers }: HttpExchange): void {
  const names = request.headers['access-control-request-headers'] ?? ''
  if (names.length <= MAX_NAMES_CHARS && HEADER_NAMES.test(names)) {
    headers['Access-Control-Allow-Headers'] = names
  }
  headers['Access-Control-Allow-Methods'] = 'POST'
  headers['Access-Control-Max-Age'] = PREFLIGHT_SECONDS
  response.writeHead(204, headers).end()
}

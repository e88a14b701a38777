import { setImmediate as turn } from 'node:timers/promises'
import { EngineError, type EngineErrorCode } from '../domain/citations/ask-engine.ts'
import type {
  EngineGateway,
  EngineRequest,
  OperatorEngines,
} from '../kernel/ports/engine-gateway.ts'
import { hasMoreValues } from '../lib/json/has-more-values.ts'
import type { Clock } from '../lib/time/clock.ts'
import { FetchError, type FetchErrorCode } from './fetch-error.ts'
import type { FetchResponse, GuardedClient } from './guarded-client.ts'

/**
 * The most decoded bytes of an answer. Answers that name many pages have 60 kB, and those with the text of pages a few
 * hundred.
 */
export const MAX_ENGINE_BYTES = 2 * 1024 * 1024
/**
 * The most JSON values in an answer; a whole page of search results has a few thousand. Checking this many takes 40 ms
 * at worst.
 */
const MAX_VALUES = 20_000
/** The bytes of an answer above which the work after parsing goes on in another turn of the event loop. */
const TURN_BYTES = 64 * 1024

interface Parts {
  operator: OperatorEngines
  clients: Readonly<Record<EngineRequest['owner'], () => Promise<GuardedClient>>>
  userAgent: string
  now: Clock
}

/** Sends requests to engines by clients that reach only what the owner of the address may reach. */
export class EngineSender implements EngineGateway {
  readonly operator: OperatorEngines
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.operator = parts.operator
    this.#parts = parts
  }

  async send(request: EngineRequest): Promise<unknown> {
    const answer = await this.#ask(request)
    const { status, truncated } = answer
    if (status < 200 || status >= 300) throw statusError(answer, this.#parts.now())
    if (truncated) {
      throw new EngineError('too_large', `The answer has more than ${MAX_ENGINE_BYTES} bytes`)
    }
    if (hasMoreValues(answer.body, MAX_VALUES)) {
      throw new EngineError('too_large', `The answer has more than ${MAX_VALUES} values`)
    }
    const value = jsonOf(answer)
    if (answer.body.length > TURN_BYTES) await turn()
    return value
  }

  async #ask(request: EngineRequest): Promise<FetchResponse> {
    const { owner, method, url, headers, body, timeoutMs, signal } = request
    try {
      const client = await this.#parts.clients[owner]()
      return await client.request(url, {
        method,
        headers: {
          accept: 'application/json',
          'user-agent': this.#parts.userAgent,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        body,
        timeoutMs,
        maxBytes: MAX_ENGINE_BYTES,
        signal,
      })
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof FetchError ? connectionError(error) : error
    }
  }
}

/** Codes for failures of the connection that are not `network`. */
const OTHER_CODES: Readonly<Partial<Record<FetchErrorCode, EngineErrorCode>>> = {
  INVALID_URL: 'blocked_address',
  SCHEME_REFUSED: 'blocked_address',
  USERINFO_REFUSED: 'blocked_address',
  PORT_REFUSED: 'blocked_address',
  BLOCKED_ADDRESS: 'blocked_address',
  INVALID_REQUEST: 'invalid_request',
  TOO_LARGE: 'too_large',
  TOO_COMPLEX: 'too_large',
}

function connectionError({ code, message, retryable, cause }: FetchError): EngineError {
  // A connection that took too long has a cause. An answer that took too long has used up the time of its check.
  if (code === 'TIMEOUT' && cause === undefined) return new EngineError('timeout', message)
  return new EngineError(OTHER_CODES[code] ?? 'network', message, { isRetryable: retryable })
}

const STATUS_CODES: Readonly<Record<number, EngineErrorCode>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'invalid_request',
  408: 'timeout',
  410: 'invalid_request',
  413: 'invalid_request',
  422: 'invalid_request',
  429: 'rate_limited',
  503: 'overloaded',
  529: 'overloaded',
}

const isRetryable = (status: number): boolean =>
  status === 408 || status === 409 || status === 425 || status === 429 || status >= 500

/** The pattern of a message about a wrong key, which some vendors send with status 400. */
const WRONG_KEY = /API_KEY_INVALID|(?:invalid|incorrect) api key/i
const WITHOUT_MONEY = /insufficient_quota/

function statusError({ status, headers, body }: FetchResponse, nowMs: number): EngineError {
  if (status >= 300 && status < 400) {
    const message = `The engine answered ${status}: a redirect is not followed; set the address it leads to`
    return new EngineError('redirected', message, { httpStatus: status })
  }
  // The text of the vendor is searched for known words, and is not passed on.
  const said = body.subarray(0, 4_096).toString('latin1')
  const code = status === 400 && WRONG_KEY.test(said) ? 'unauthorized' : STATUS_CODES[status]
  return new EngineError(code ?? 'http_status', `The engine answered ${status}`, {
    httpStatus: status,
    isRetryable: isRetryable(status) && !(status === 429 && WITHOUT_MONEY.test(said)),
    retryAfterMs: readRetryAfter(headers['retry-after'], nowMs),
  })
}

const MAX_RETRY_AFTER_MS = 86_400_000

/** Reads `Retry-After`, in seconds or as a date, as milliseconds from 0 to a day; null for anything else. */
function readRetryAfter(value: string | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? ''
  const waitMs = /^\d{1,9}(?:\.\d{1,9})?$/.test(text)
    ? Math.ceil(Number(text) * 1_000)
    : Date.parse(text) - nowMs
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS)
}

function jsonOf({ status, body }: FetchResponse): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // The error of the parser quotes the answer, so it is not the cause.
    throw new EngineError('not_json', 'The answer is no JSON', { httpStatus: status })
  }
}

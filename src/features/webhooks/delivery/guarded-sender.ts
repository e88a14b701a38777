import type { DeliveryStatus } from '../../../domain/webhooks/delivery-status.ts'
import { VERSION } from '../../../kernel/door/version.ts'
import type {
  DeliveryAttempt,
  OutgoingDelivery,
  WebhookSender,
} from '../../../kernel/ports/webhook-sender.ts'
import { KeyedQueue } from '../../../lib/concurrency/keyed-queue.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { cancelledRequest, FetchError, type FetchErrorCode } from '../../../net/fetch-error.ts'
import type { GuardedClient } from '../../../net/guarded-client.ts'
import { signDelivery } from './sign-delivery.ts'
import { addressInHeader } from '../../../lib/web/address-in-header.ts'

/** The status that an attempt gets for each error of the connection; every URL that may not be fetched is `blocked`. */
const STATUSES: Readonly<Partial<Record<FetchErrorCode, DeliveryStatus>>> = {
  INVALID_URL: 'blocked',
  SCHEME_REFUSED: 'blocked',
  USERINFO_REFUSED: 'blocked',
  PORT_REFUSED: 'blocked',
  BLOCKED_ADDRESS: 'blocked',
  DNS_FAILED: 'dns',
  TLS_ERROR: 'tls',
  REFUSED: 'refused',
  UNREACHABLE: 'refused',
  RESET: 'reset',
  PROTOCOL_ERROR: 'reset',
  TOO_LARGE: 'reset',
  TIMEOUT: 'timeout',
}

/** The time in ms for a whole attempt, from the look-up of the name to the last byte of the answer (contract 6.4). */
const ATTEMPT_TIMEOUT_MS = 5_000
/**
 * The most requests that run at a time to one address. A receiver may have three times as many slots: while these
 * requests run, other jobs are claimed or their outcomes stored, so that sending need not wait for the disk.
 */
const MOST_AT_A_TIME = 32

interface Parts {
  /** Returns the client, which checks every address and every connection at each attempt. */
  client: () => Promise<GuardedClient>
  now: Clock
  /** The time for a whole attempt, in ms; `ATTEMPT_TIMEOUT_MS` by default. */
  timeoutMs?: number
}

/** Sends deliveries through a client that reaches only public addresses, and those others that the operator allows. */
export class GuardedSender implements WebhookSender, AsyncDisposable {
  readonly #parts: Parts
  readonly #turns = new KeyedQueue({ concurrencyOfKey: MOST_AT_A_TIME })

  constructor(parts: Parts) {
    this.#parts = parts
  }

  send(delivery: OutgoingDelivery): Promise<DeliveryAttempt> {
    return this.#turns.run(() => this.#send(delivery), { key: delivery.url })
  }

  close(): void {
    this.#turns.close(cancelledRequest())
  }

  /** Sends nothing more. The client stays open, since it belongs to others. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.close()
  }

  async #send(delivery: OutgoingDelivery): Promise<DeliveryAttempt> {
    const client = await this.#parts.client()
    const sentAtMs = this.#parts.now()
    const startedAt = performance.now()
    const durationMs = (): number => Math.round(performance.now() - startedAt)
    try {
      const { status, headers, body } = await client.request(delivery.url, {
        method: 'POST',
        headers: headersOf(delivery, sentAtMs),
        body: delivery.body,
        timeoutMs: this.#parts.timeoutMs ?? ATTEMPT_TIMEOUT_MS,
        maxBytes: KEPT_BODY_BYTES,
        acceptEncodings: [],
        signal: delivery.signal,
      })
      return { ...verdictOf(status), durationMs: durationMs(), ...keptAnswer(headers, body) }
    } catch (error) {
      const failure = failureOf(error)
      const answer = { httpStatus: null, responseHeaders: null, responseBody: null }
      return { ...failure, durationMs: durationMs(), ...answer }
    }
  }
}

function headersOf(delivery: OutgoingDelivery, sentAtMs: number): Record<string, string> {
  const { eventId, event, attempt, body, secrets, isTest } = delivery
  const atSeconds = Math.floor(sentAtMs / 1_000)
  return {
    'content-type': 'application/json',
    'user-agent': `Citable-Webhooks/${VERSION}`,
    'x-service-event': event,
    'x-service-attempt': String(attempt),
    ...(isTest && { 'x-service-test': '1' }),
    ...signDelivery({ id: eventId, atSeconds, body, secrets }),
  }
}

type Verdict = Pick<DeliveryAttempt, 'status' | 'httpStatus' | 'error'>

function verdictOf(httpStatus: number): Verdict {
  if (httpStatus >= 200 && httpStatus < 300) return { status: 'delivered', httpStatus, error: null }
  const isRedirect = httpStatus >= 300 && httpStatus < 400
  const status: DeliveryStatus = isRedirect ? 'redirect' : `http_${httpStatus}`
  const error = isRedirect
    ? `The receiver answered ${httpStatus}: a redirect is not followed; set the address it leads to`
    : `The receiver answered ${httpStatus}`
  return { status, httpStatus, error }
}

/**
 * Returns the status of a failure and a sentence about it, without any byte of the answer. Throws errors that no
 * receiver can cause.
 */
function failureOf(thrown: unknown): { status: DeliveryStatus; error: string } {
  const status = thrown instanceof FetchError ? STATUSES[thrown.code] : undefined
  if (!(thrown instanceof FetchError) || status === undefined) throw thrown
  return { status, error: thrown.message }
}

/** The most bytes of an answer's body that are kept. */
const KEPT_BODY_BYTES = 16_384
/**
 * The headers of an answer that are kept, since they help to find a fault; other headers may hold a session of the
 * receiver.
 */
const KEPT_HEADERS = [
  'content-type',
  'content-length',
  'date',
  'location',
  'retry-after',
  'server',
  'via',
  'x-request-id',
] as const
const MAX_HEADER_VALUE = 200

/** Matches control characters except tabs and ends of lines: a terminal or a database could take them for commands. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu

/** Returns the headers and the body of an answer as texts, as much of them as is kept. */
function keptAnswer(
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Pick<DeliveryAttempt, 'responseHeaders' | 'responseBody'> {
  const kept: Record<string, string> = {}
  for (const name of KEPT_HEADERS) {
    const value = headers[name]
    if (value === undefined) continue
    const text = name === 'location' ? addressInHeader(value) : value
    kept[name] = cleaned(text).slice(0, MAX_HEADER_VALUE)
  }
  return { responseHeaders: kept, responseBody: cleaned(decoded(body)) }
}

/**
 * Decodes bytes as UTF-8. Bytes that are no UTF-8 become U+FFFD; those of a character that the limit has cut are left
 * out.
 */
const decoded = (body: Buffer): string => {
  const text = body.toString('utf8')
  return body.length < KEPT_BODY_BYTES ? text : text.replace(/\uFFFD$/, '')
}

const cleaned = (text: string): string => text.replaceAll(CONTROLS, '\uFFFD')

import type { HttpBinding } from '../kernel/door/http-binding.ts'
import type { Operation } from '../kernel/door/operation.ts'
import type { HttpExchange } from '../kernel/wire/http-exchange.ts'
import { ExpiringMap } from '../lib/cache/expiring-map.ts'
import { toEnvelope } from './envelope.ts'
import { sendAnswer } from './shared-answer.ts'

/**
 * The milliseconds for which an answer is kept: a sixth of the time in other caches, so that ours adds little to
 * theirs.
 */
const SHARED_ANSWER_MS = 10_000
/** The most answers that are kept; each has some ten kilobytes. */
const MAX_KEPT = 1_000
const MAX_URL_CHARS = 2_048
/**
 * The most bytes of an answer that is kept; a longer one is made again each time, so that the kept answers stay small.
 */
const MAX_ANSWER_BYTES = 32_768

/** An answer that is the same for everybody, as text around the id of the request. */
interface KeptAnswer {
  output: unknown
  before: Buffer
  after: Buffer
}

/**
 * Remembers the answers of an operation that are the same for everybody, by the requested address, for ten seconds: a
 * page with many readers costs one query in that time. Refusals are not remembered.
 */
export class SharedAnswers {
  readonly #operation: Operation & { http: HttpBinding }
  readonly #kept = new ExpiringMap<string, KeptAnswer>({
    maxEntries: MAX_KEPT,
    lifetimeMs: SHARED_ANSWER_MS,
  })

  constructor(operation: Operation & { http: HttpBinding }) {
    this.#operation = operation
  }

  find(url: string, nowMs: number): KeptAnswer | undefined {
    return this.#kept.get(url, nowMs)
  }

  keep(url: string, output: unknown, nowMs: number): KeptAnswer {
    const text = JSON.stringify(toEnvelope(this.#operation, output, ''))
    // The meta is the end of an envelope, and the id its first field.
    const at = text.lastIndexOf(START_OF_META) + START_OF_META.length
    const kept = {
      output,
      before: Buffer.from(text.slice(0, at)),
      after: Buffer.from(text.slice(at)),
    }
    const isSmall = kept.before.length + kept.after.length <= MAX_ANSWER_BYTES
    if (isSmall && url.length <= MAX_URL_CHARS) this.#kept.set(url, kept, nowMs)
    return kept
  }
}

const START_OF_META = '"meta":{"requestId":"'

/** True for an operation whose answers in the envelope are the same for everybody. */
export const isShared = ({ http, open }: Operation): boolean =>
  http?.sharedCache !== undefined && http.document === undefined && !open

/** Sends an answer that was kept, with the id of the present request. */
export function sendKept(exchange: HttpExchange, http: HttpBinding, kept: KeptAnswer): void {
  const { output, before, after } = kept
  const text = Buffer.concat([before, Buffer.from(exchange.caller.requestId), after])
  sendAnswer(exchange, http, { status: 200, output, text })
}

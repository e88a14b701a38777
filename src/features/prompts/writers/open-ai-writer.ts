import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../../lib/logger.ts'
import { draftOf, failedWriting, readChatAnswer } from './chat-answer.ts'
import { chatRequest, FIRST_DIALECT, simplerDialect, WRITER_VERSION } from './chat-request.ts'
import type {
  FallbackReason,
  PromptWriter,
  WriterResult,
  WritingTask,
} from '../../../domain/prompts/prompt-writer.ts'

export interface OpenAiOptions {
  /** The base address, to which `/chat/completions` is added, such as `https://api.openai.com/v1`. */
  url: string
  model: string
  apiKey: string | undefined
  /** Milliseconds for all requests of a page, retries included. */
  timeoutMs: number
}

const DEFAULT_WAIT_MS = 250
/** A server that asks for a longer wait counts as down for this page. */
const MAX_WAIT_MS = 5_000

/** Asks any server that speaks the Chat Completions API of OpenAI. */
export class OpenAiWriter implements PromptWriter {
  readonly model: string
  readonly promptVersion = WRITER_VERSION
  readonly #url: string
  readonly #apiKey: string | undefined
  readonly #timeoutMs: number
  readonly #log: Logger
  /** The dialect that the server accepted last. */
  #dialect = FIRST_DIALECT

  constructor({ url, model, apiKey, timeoutMs }: OpenAiOptions, log: Logger) {
    const endpoint = new URL(url)
    endpoint.pathname = `${endpoint.pathname.replace(/\/$/, '')}/chat/completions`
    this.#url = endpoint.href
    this.model = model
    this.#apiKey = apiKey
    this.#timeoutMs = timeoutMs
    this.#log = log
  }

  async write(task: WritingTask, signal: AbortSignal): Promise<WriterResult> {
    signal.throwIfAborted()
    // The timer ends with its request, which one of AbortSignal.timeout would outlive.
    const ended = new AbortController()
    const leave = (): void => ended.abort(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    const timer = setTimeout(() => ended.abort(new TimeoutError()), this.#timeoutMs)
    try {
      return await this.#ask(task, ended.signal)
    } catch (error) {
      signal.throwIfAborted()
      if (ended.signal.aborted) return this.#failed('timeout')
      // `fetch` throws a TypeError when a connection fails, at its beginning or in the middle of an answer.
      if (error instanceof TypeError) return this.#failed('unreachable', { code: codeOf(error) })
      throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
    }
  }

  async #ask(task: WritingTask, signal: AbortSignal): Promise<WriterResult> {
    let dialect = this.#dialect
    let isRepeated = false
    for (;;) {
      const response = await this.#post(chatRequest(task, this.model, dialect), signal)
      const { status } = response
      const body = await readChatAnswer(response)
      if (status >= 300 && status < 400) return this.#failed('redirect', { status })
      if (body === undefined) return this.#failed('too_large', { status })
      if (response.ok) {
        this.#dialect = dialect
        const writing = draftOf(body)
        return writing.ok || !writing.isOutage ? writing : this.#failed(writing.reason, { status })
      }
      const simpler = isRefusal(status) ? simplerDialect(dialect, body) : undefined
      const waitMs = isRepeated ? undefined : waitBefore(response)
      if (simpler) dialect = simpler
      else if (waitMs === undefined) return this.#failed('http_status', { status })
      else {
        isRepeated = true
        await wait(waitMs, undefined, { signal })
      }
    }
  }

  /**
   * @NOTE this request does not go through `src/net`, which guards addresses that strangers write. This address is the
   * operator's own, and is often private, such as a model on the same machine. A redirect is not followed, since it
   * would take the key elsewhere.
   */
  #post(body: object, signal: AbortSignal): Promise<Response> {
    return fetch(this.#url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(this.#apiKey !== undefined && { authorization: `Bearer ${this.#apiKey}` }),
      },
      body: JSON.stringify(body),
      signal,
    })
  }

  #failed(reason: FallbackReason, detail: object = {}): WriterResult {
    this.#log.warn({ model: this.model, reason, ...detail }, 'the language model gave no answer')
    return failedWriting(reason, true)
  }
}

class TimeoutError extends Error {}

/** True when the server understood the request and refuses its form. */
const isRefusal = (status: number): boolean => status === 400 || status === 422

/** Answers the milliseconds to wait before another try; undefined when there shall be none. */
function waitBefore({ status, headers }: Response): number | undefined {
  if (status !== 429 && status < 500) return undefined
  const stated = headers.get('retry-after')
  if (stated === null) return DEFAULT_WAIT_MS
  // A date counts as too long, since the server's clock may be wrong.
  const waitMs = /^\d{1,6}$/.test(stated) ? Number(stated) * 1_000 : Number.POSITIVE_INFINITY
  return waitMs <= MAX_WAIT_MS ? waitMs : undefined
}

/** Answers a code such as `ECONNREFUSED`; the message is not logged, since it may name anything. */
function codeOf({ cause }: TypeError): string | undefined {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
}

import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../../lib/logger.ts'
import { chatRequest, FIRST_DIALECT, simplerDialect, WRITER_VERSION } from './chat-request.ts'
import type {
  FallbackReason,
  PromptWriter,
  WriterResult,
  WritingTask,
} from '../../../domain/prompts/prompt-writer.ts'
import * as z from 'zod'
import { ModelDraft } from './draft.ts'

export interface OpenAiOptions {
  /** The base address, to which `/chat/completions` is added, such as `https://api.openai.com/v1`. */
  url: string
  model: string
  apiKey: string | undefined
  /** The most milliseconds for all requests about a part of a page, including retries. */
  timeoutMs: number
}

const DEFAULT_WAIT_MS = 250
/**
 * The longest wait, in milliseconds, that a server may ask for; a server that asks for more counts as down for this
 * part.
 */
const MAX_WAIT_MS = 5_000

/** Asks a language model for templates and questions, at any server that speaks the Chat Completions API of OpenAI. */
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
    // This timer ends with its request; that of AbortSignal.timeout would outlive it.
    const ended = new AbortController()
    const leave = (): void => ended.abort(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    const timer = setTimeout(() => ended.abort(new TimeoutError()), this.#timeoutMs)
    try {
      return await this.#ask(task, ended.signal)
    } catch (error) {
      signal.throwIfAborted()
      if (ended.signal.aborted) return this.#failed('timeout')
      // `fetch` throws a TypeError when a connection fails, at its beginning or while an answer comes.
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
   * Sends a request. @NOTE it does not go through `src/net`, which guards addresses that strangers write. This address
   * is the operator's own, and is often private, such as a model on the same machine. A redirect is not followed, since
   * it would take the key elsewhere.
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

/** True for a status by which the server says that it refuses the form of the request. */
const isRefusal = (status: number): boolean => status === 400 || status === 422

/** Returns the milliseconds to wait before another try; undefined where there should be none. */
function waitBefore({ status, headers }: Response): number | undefined {
  if (status !== 429 && status < 500) return undefined
  const stated = headers.get('retry-after')
  if (stated === null) return DEFAULT_WAIT_MS
  // A date counts as too long, since the server's clock may be wrong.
  const waitMs = /^\d{1,6}$/.test(stated) ? Number(stated) * 1_000 : Number.POSITIVE_INFINITY
  return waitMs <= MAX_WAIT_MS ? waitMs : undefined
}

/**
 * Returns the code of a failed connection, such as `ECONNREFUSED`. The message is not logged, since it may contain
 * anything.
 */
function codeOf({ cause }: TypeError): string | undefined {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
}

/**
 * The schema of the fields that are read from an answer of /chat/completions. Source:
 * https://platform.openai.com/docs/api-reference/chat/object
 */
const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
})

/** The most bytes of an answer that are read, counted after decompression. */
const MAX_ANSWER_BYTES = 256 * 1024

/** Reads the text of a body; undefined when it exceeds the limit, after which no more is read. */
async function readChatAnswer({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  // Leaving the loop cancels the stream.
  for await (const chunk of body ?? []) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > MAX_ANSWER_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Reads the draft in an answer of the model, or the reason why it does not have the requested form. */
function draftOf(answer: string): WriterResult {
  const completion = Completion.safeParse(parsed(answer))
  if (!completion.success) return failedWriting('no_completion', true)
  const [choice] = completion.data.choices
  const content = choice?.message.content
  const isWhole = choice?.finish_reason === 'stop' || (choice?.finish_reason ?? null) === null
  if (typeof content !== 'string' || !isWhole) return failedWriting('incomplete')
  const value = parsed(withoutCodeFence(content))
  if (value === undefined) return failedWriting('not_json')
  const draft = ModelDraft.safeParse(value)
  return draft.success ? { ok: true, draft: draft.data } : failedWriting('invalid')
}

const failedWriting = (reason: FallbackReason, isOutage = false): WriterResult => ({
  ok: false,
  reason,
  isOutage,
})

/** Returns a text without the code fence in which models like to put JSON when they are not given a response format. */
const withoutCodeFence = (content: string): string =>
  content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1)

/** Parses JSON; undefined for any other text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

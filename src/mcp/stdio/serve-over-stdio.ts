import { MAX_MESSAGE_BYTES } from '../../kernel/assistants/server-definition.ts'
import type { Readable, Writable } from 'node:stream'
import { boundedLines } from '../../lib/text/bounded-lines.ts'
import type { Exchange } from './exchange.ts'
import { messageHeaders, type StdioMessage } from './message-headers.ts'
import { failure, messageIn, readJsonText, reasonOf, replyTo, versionIn } from './reply.ts'

export interface StdioOptions {
  input: Readable
  output: Writable
  exchange: Exchange
  /** The signal that ends the session at once; messages under way are not answered. */
  stop: AbortSignal
  /** The most bytes that a line may have; by default as many as a body may have over HTTP. */
  maxLineBytes?: number
}

/** The most messages that are under way at once; further ones wait in the pipe. */
const MAX_UNDER_WAY = 8

/**
 * Serves MCP on lines of text. Each line goes to the server as a request of its own, so it is authenticated, counted
 * and answered as over HTTP. Ends when the input has ended and all of it is answered, or when `stop` is aborted.
 */
export async function serveOverStdio({
  input,
  output,
  exchange,
  stop,
  maxLineBytes = MAX_MESSAGE_BYTES,
}: StdioOptions): Promise<void> {
  const ended = new AbortController()
  const session = new StdioSession(exchange, output, AbortSignal.any([stop, ended.signal]))
  const end = (): void => {
    input.destroy()
  }
  stop.addEventListener('abort', end, { once: true })
  // The reader of the output is gone. Standard output outlives an error, and emits one for each further line that
  // fails.
  output.on('error', () => {
    ended.abort()
    end()
  })
  try {
    for await (const line of boundedLines(input, maxLineBytes)) {
      if (line.isTooLong) await session.refuse(`A line has at most ${maxLineBytes} bytes`)
      else await session.take(line.text)
    }
  } catch (error) {
    if (!stop.aborted && !ended.signal.aborted) throw error
  }
  await session.onIdle()
}

class StdioSession {
  readonly #exchange: Exchange
  readonly #output: Writable
  readonly #signal: AbortSignal
  readonly #underWay = new Map<symbol, Promise<void>>()
  readonly #cancels = new Map<string | number, AbortController>()
  /** The revision that the answer to `initialize` named. */
  #agreedVersion: string | undefined

  constructor(exchange: Exchange, output: Writable, signal: AbortSignal) {
    this.#exchange = exchange
    this.#output = output
    this.#signal = signal
  }

  /** Answers a line that is not a message with an error that says why. */
  refuse(why: string): Promise<void> {
    return this.#write(failure(null, -32_600, why))
  }

  /**
   * Begins to answer a line. Waits for the answer to `initialize`, as later lines depend on it, and for any one answer
   * where `MAX_UNDER_WAY` messages are under way.
   */
  async take(line: string): Promise<void> {
    if (line.trim() === '') return
    const parsed = readJsonText(line)
    if (!parsed) {
      await this.#write(failure(null, -32_700, 'The line is no JSON'))
      return
    }
    const message = messageIn(parsed.value)
    if (message.method === 'notifications/cancelled') {
      this.#cancel(message)
      return
    }
    const place = Symbol('place')
    const answered = this.#answer(line, message, place)
    this.#underWay.set(place, answered)
    if (message.method === 'initialize') await answered
    if (this.#underWay.size >= MAX_UNDER_WAY) await Promise.race(this.#underWay.values())
  }

  async onIdle(): Promise<void> {
    await Promise.all(this.#underWay.values())
  }

  /** Cancels a request as over HTTP, by ending its connection; it is not answered then. */
  #cancel({ params = {} }: StdioMessage): void {
    const id = params['requestId']
    if (typeof id === 'string' || typeof id === 'number') this.#cancels.get(id)?.abort()
  }

  async #answer(text: string, message: StdioMessage, place: symbol): Promise<void> {
    const { id } = message
    const cancel = new AbortController()
    if (id !== undefined) this.#cancels.set(id, cancel)
    const signal = AbortSignal.any([this.#signal, cancel.signal])
    try {
      const headers = messageHeaders(message, this.#agreedVersion)
      const reply = replyTo(message, await this.#exchange(text, headers, signal))
      if (message.method === 'initialize') this.#agreedVersion = versionIn(reply)
      if (reply !== undefined) await this.#write(reply)
    } catch (error) {
      if (signal.aborted || id === undefined) return
      await this.#write(failure(id, -32_000, `The server gave no answer: ${reasonOf(error)}`))
    } finally {
      this.#underWay.delete(place)
      if (id !== undefined && this.#cancels.get(id) === cancel) this.#cancels.delete(id)
    }
  }

  /** Writes a reply as one line. Resolves when the line is handed on, or could not be because its reader is gone. */
  async #write(reply: unknown): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#output.write(`${JSON.stringify(reply)}\n`, () => resolve())
    })
  }
}

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
  /** The signal that ends it at once; messages under way are not answered. */
  stop: AbortSignal
  /** Bytes that a line may have; by default as many as a body may have over HTTP. */
  maxLineBytes?: number
}

/** Messages under way; further ones wait in the pipe. */
const MAX_UNDER_WAY = 8

/**
 * Serves MCP on lines of text, each of which goes to the server as a request of its own: so each is authenticated,
 * counted and answered as over HTTP, and nothing is kept of a caller. Ends with the input, once all of it is answered.
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
  /** The revision that `initialize` agreed on. */
  #agreedVersion: string | undefined

  constructor(exchange: Exchange, output: Writable, signal: AbortSignal) {
    this.#exchange = exchange
    this.#output = output
    this.#signal = signal
  }

  /** Answers a line that is not a message. */
  refuse(why: string): Promise<void> {
    return this.#write(failure(null, -32_600, why))
  }

  /** Begins to answer a line; waits where what follows depends on it, or where too many are under way. */
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

  /** Over HTTP a request is cancelled by hanging up, and is not answered then. */
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

  /** Resolves when the line is handed on, whether somebody still reads it or not. */
  async #write(reply: unknown): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#output.write(`${JSON.stringify(reply)}\n`, () => resolve())
    })
  }
}

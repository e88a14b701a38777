import type { Socket } from 'node:net'
import { readAnswerHead } from './answer-head.ts'
import { FetchError } from './fetch-error.ts'

/** Maximum bytes of the headers of an answer, with those of interim answers before it. */
export const MAX_HEADER_BYTES = 32_768
const LF = 10
const CR = 13
/** The bytes that an answer of HTTP begins with, in lower case. */
const PROTOCOL = Buffer.from('http/')
const TO_LOWER_CASE = 0x20

/**
 * Makes a connection mend the heads of the answers that arrive on it, before undici's parser gets them: undici ends a
 * connection at a header line that browsers tolerate, and at `100 Continue`
 * (https://github.com/nodejs/undici/blob/v7.30.0/lib/dispatcher/client-h1.js, `onHeadersComplete`). Bodies are not
 * changed. Only one request at a time may be under way.
 */
export function mendAnswers(socket: Socket): void {
  const head = new HeadBuffer()
  const push = socket.push.bind(socket)
  const write = socket.write.bind(socket)
  // @NOTE the overloads of `write` differ in their optional arguments alone, which are handed on as they come.
  socket.write = ((...request: Parameters<Socket['write']>) => {
    head.begin()
    return write(...request)
  }) as Socket['write']
  socket.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
    if (!head.isAwaited) return push(chunk, encoding)
    if (chunk === null) {
      const rest = head.giveUp()
      if (rest.length > 0) push(rest)
      return push(null)
    }
    try {
      const mended = head.take(chunk)
      return mended === undefined || push(mended)
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
      socket.destroy(error)
      return false
    }
  }
}

/** Gathers the head of one answer, and of the interim ones before it. */
class HeadBuffer {
  /** True until the head of the answer is complete. */
  isAwaited = false
  #held: Buffer[] = []
  #bytes = 0
  #isMended = false
  /** The number of characters of the line so far, without its end. */
  #column = 0
  /** True until the first line has ended; empty lines may stand before it. */
  #isFirstLine = true

  /**
   * Notes that a request is written, whose answer comes next. Its body is written in the same turn, before any answer.
   */
  begin(): void {
    if (this.isAwaited) return
    this.isAwaited = true
    this.#bytes = 0
    this.#isMended = false
    this.#beginHead()
  }

  /**
   * Takes bytes that arrived, and returns those for the parser; undefined while the head is incomplete. Throws
   * FetchError.
   */
  take(chunk: Buffer): Buffer | undefined {
    let isWhole = this.#bytes === 0
    let rest = chunk
    while (rest.length > 0) {
      const end = this.#endOfHead(rest)
      if (!this.isAwaited) return this.#joined(rest)
      this.#bytes += end ?? rest.length
      if (this.#bytes > MAX_HEADER_BYTES) {
        throw new FetchError('TOO_LARGE', 'The headers of the answer are too large')
      }
      if (end === undefined) {
        this.#held.push(rest)
        return undefined
      }
      const head = this.#joined(rest.subarray(0, end))
        .toString('latin1')
        .replace(/^[\r\n]+/, '')
      const found = readAnswerHead(head, this.#isMended)
      rest = rest.subarray(end)
      if (found.kind === 'final') {
        this.isAwaited = false
        // Most answers arrive so, and need not be copied.
        if (isWhole && !found.isMended) return chunk
        return Buffer.concat([Buffer.from(found.text, 'latin1'), rest])
      }
      isWhole = false
      this.#isMended ||= found.isMended
      this.#beginHead()
    }
    return undefined
  }

  /** Returns the bytes of a head within which the connection ended. */
  giveUp(): Buffer {
    this.isAwaited = false
    return this.#joined(Buffer.alloc(0))
  }

  #beginHead(): void {
    this.#column = 0
    this.#isFirstLine = true
  }

  /** Returns the bytes that arrived before, together with the last ones. */
  #joined(last: Buffer): Buffer {
    return this.#held.length === 0 ? last : Buffer.concat([...this.#held.splice(0), last])
  }

  /**
   * Finds the offset after the empty line that ends a head; undefined where it is yet to come. No head is awaited any
   * more where the bytes are not HTTP, which the parser refuses.
   */
  #endOfHead(chunk: Buffer): number | undefined {
    for (let i = 0; i < chunk.length; i += 1) {
      const byte = chunk[i] ?? 0
      if (byte === CR) continue
      if (byte !== LF) {
        const expected = this.#isFirstLine ? PROTOCOL[this.#column] : undefined
        if (expected !== undefined && (byte | TO_LOWER_CASE) !== expected) {
          this.isAwaited = false
          return undefined
        }
        this.#column += 1
        continue
      }
      if (this.#column > 0) this.#isFirstLine = false
      else if (!this.#isFirstLine) return i + 1
      this.#column = 0
    }
    return undefined
  }
}

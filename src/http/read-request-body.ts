import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ServiceError } from '../kernel/door/errors.ts'
import type { BodyAccount } from '../auth/body-budget.ts'
import { utf8Text } from './utf-8-text.ts'

/**
 * Reads at most `maxBytes` of a body, packed and unpacked, and counts each byte on the caller's account. Throws
 * BODY_TOO_LARGE (before reading, where the length is announced), BAD_REQUEST for a body that breaks off,
 * UNSUPPORTED_MEDIA_TYPE for a coding other than gzip, and the refusals of the account.
 */
export function readRequestBody(
  request: IncomingMessage,
  maxBytes: number,
  account: BodyAccount,
): Promise<Buffer> {
  const coding = request.headers['content-encoding'] ?? 'identity'
  if (IS_PLAIN.test(coding)) return readBytes(request, maxBytes, account)
  return IS_GZIP.test(coding)
    ? readUnpacked(request, maxBytes, account)
    : Promise.reject(unknownCoding())
}

const IS_PLAIN = /^\s*(?:identity)?\s*$/i
/** The pattern of the coding gzip; `x-gzip` means the same (RFC 9110 8.4.1.3). */
const IS_GZIP = /^\s*(?:x-)?gzip\s*$/i

async function readUnpacked(
  request: IncomingMessage,
  maxBytes: number,
  account: BodyAccount,
): Promise<Buffer> {
  const packed = await readBytes(request, maxBytes, account)
  // A few bytes can unpack to gigabytes, so the output is counted as it comes.
  const stream = createGunzip()
  stream.end(packed)
  try {
    return await gather(stream, { maxBytes, account, broken: notGzip, stop: () => undefined })
  } finally {
    stream.destroy()
  }
}

function readBytes(
  request: IncomingMessage,
  maxBytes: number,
  account: BodyAccount,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    return Promise.reject(tooLarge(maxBytes))
  }
  // A client that left during authentication sends no event any more.
  if (request.destroyed) return Promise.reject(brokenOff(undefined))
  // Each chunk costs, also one that is dropped: the connection ends after this, so nothing more of it is read.
  const stop = (): void => {
    request.pause()
    request.socket.pause()
  }
  return gather(request, { maxBytes, account, broken: brokenOff, stop })
}

interface Bounds {
  maxBytes: number
  account: BodyAccount
  /** Makes the refusal of a stream that fails. */
  broken: (cause: Error | undefined) => ServiceError
  /** Stops the reading where more bytes come than are allowed, and the rest is not wanted. */
  stop: () => void
}

/**
 * The bytes below which a chunk is copied into a shared Buffer: each Buffer takes some two hundred bytes in addition
 * to its content.
 */
const SMALL_BYTES = 1_024
const SHARED_BYTES = 4_096

/**
 * The number of chunks from which a body is refused when they are small on average: each chunk costs the event loop as
 * much as a kilobyte.
 */
const MANY_CHUNKS = 1_000
const TINY_BYTES = 64

/** Keeps the chunks of a body, in memory that is about as large as they are. */
class Chunks {
  #whole: Buffer[] = []
  #shared: Buffer | undefined
  #used = 0

  add(chunk: Buffer): void {
    // Most bodies are one chunk, which is kept as it came.
    if (chunk.length >= SMALL_BYTES || this.#whole.length === 0) {
      this.#closeShared()
      this.#whole.push(chunk)
      return
    }
    if (this.#used + chunk.length > SHARED_BYTES) this.#closeShared()
    this.#shared ??= Buffer.allocUnsafeSlow(SHARED_BYTES)
    this.#used += chunk.copy(this.#shared, this.#used)
  }

  forget(): void {
    this.#whole = []
    this.#shared = undefined
    this.#used = 0
  }

  joined(): Buffer {
    this.#closeShared()
    const [first] = this.#whole
    return this.#whole.length === 1 && first ? first : Buffer.concat(this.#whole)
  }

  #closeShared(): void {
    if (this.#shared && this.#used > 0) this.#whole.push(this.#shared.subarray(0, this.#used))
    this.#shared = undefined
    this.#used = 0
  }
}

/** Reads everything that comes out of a stream; the part that was read is dropped when the rest is refused. */
function gather(stream: Readable, { maxBytes, account, broken, stop }: Bounds): Promise<Buffer> {
  // @NOTE events instead of `for await`, whose iterator costs more than the body of a beacon.
  return new Promise((resolve, reject) => {
    const chunks = new Chunks()
    let size = 0
    let count = 0
    const refuse = (error: ServiceError): void => {
      stream.off('data', keep)
      chunks.forget()
      // Chunks that still come are dropped, unless the connection ends.
      if (error.code === 'BODY_TOO_LARGE') stop()
      else stream.resume()
      reject(error)
    }
    const keep = (chunk: Buffer): void => {
      size += chunk.length
      count += 1
      const refusal = sizeRefusal(size, count, maxBytes) ?? account.take(chunk.length)
      if (refusal) refuse(refusal)
      else chunks.add(chunk)
    }
    stream.on('data', keep)
    stream.once('end', () => resolve(chunks.joined()))
    stream.once('error', (cause) => refuse(broken(cause)))
    stream.once('close', () => {
      if (!stream.readableEnded) refuse(broken(undefined))
    })
  })
}

function sizeRefusal(size: number, count: number, maxBytes: number): ServiceError | undefined {
  if (size > maxBytes) return tooLarge(maxBytes)
  if (count <= MANY_CHUNKS || size >= count * TINY_BYTES) return undefined
  return new ServiceError('BODY_TOO_LARGE', 'The body comes in too many small pieces')
}

/** The media types of a file with one JSON value a line. */
export const LINE_TYPES = ['application/x-ndjson', 'application/jsonl']

/** Splits a body into lines of text, at most one more than `max`, so that the caller sees that there are too many. */
export function readLines(body: Buffer, max: number): string[] {
  // @NOTE JSON has neither of both signs; with the other one a line refuses itself and not the whole body.
  const text = utf8Text(body).replaceAll('\0', '\u0001')
  const lines = text.split('\n', max + 2)
  // The last line ends with a newline, as the others do.
  if (lines.at(-1) === '') lines.pop()
  return lines.slice(0, max + 1)
}

/**
 * Parses a body; of two fields of one name the last counts, which is what JSON.parse and most readers of JSON make of
 * them. Throws MALFORMED_JSON.
 */
export function parseJson(body: Buffer): unknown {
  const text = utf8Text(body)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ServiceError('MALFORMED_JSON', 'The body is not valid JSON', { cause: error })
  }
}

function unknownCoding(): ServiceError {
  return new ServiceError(
    'UNSUPPORTED_MEDIA_TYPE',
    'Send the body as it is, or with Content-Encoding: gzip',
  )
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('BODY_TOO_LARGE', `The body may have at most ${maxBytes} bytes`)
}

function notGzip(cause: Error | undefined): ServiceError {
  return new ServiceError('BAD_REQUEST', 'The body is not valid gzip', { cause })
}

function brokenOff(cause: Error | undefined): ServiceError {
  return new ServiceError('BAD_REQUEST', 'The body broke off', { cause })
}

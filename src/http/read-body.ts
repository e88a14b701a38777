import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ServiceError } from '../core/errors.ts'

const unzip = promisify(gunzip)

/**
 * Reads at most `maxBytes` of a body, packed and unpacked. Throws BODY_TOO_LARGE, before reading where the length is
 * announced, BAD_REQUEST for one that breaks off, and UNSUPPORTED_MEDIA_TYPE for a coding other than gzip.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const coding = request.headers['content-encoding'] ?? 'identity'
  if (IS_PLAIN.test(coding)) return readBytes(request, maxBytes)
  return IS_GZIP.test(coding) ? readUnpacked(request, maxBytes) : Promise.reject(unknownCoding())
}

const IS_PLAIN = /^\s*(?:identity)?\s*$/i
/** RFC 9110 8.4.1.3 takes `x-gzip` for the same. */
const IS_GZIP = /^\s*(?:x-)?gzip\s*$/i

async function readUnpacked(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const packed = await readBytes(request, maxBytes)
  try {
    return await unzip(packed, { maxOutputLength: maxBytes })
  } catch (error) {
    // A few bytes can unpack to gigabytes: zlib stops at the limit, in a thread of its own.
    throw isTooLong(error)
      ? tooLarge(maxBytes)
      : new ServiceError('BAD_REQUEST', 'The body is not valid gzip', { cause: error })
  }
}

const isTooLong = (error: unknown): boolean =>
  error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'

function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    return Promise.reject(tooLarge(maxBytes))
  }
  // Who left while the caller was being looked at sends no event any more.
  if (request.destroyed) return Promise.reject(brokenOff(undefined))
  // @NOTE events instead of `for await`, whose iterator costs more than the body of a beacon.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else reject(tooLarge(maxBytes))
    })
    request.once('end', () => {
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    })
    request.once('error', (cause) => reject(brokenOff(cause)))
    request.once('close', () => {
      if (!request.complete) reject(brokenOff(undefined))
    })
  })
}

/** What a file of JSON values, one a line, is called. */
export const LINE_TYPES = ['application/x-ndjson', 'application/jsonl']

/** The lines of a body as text, at most one more than `max`, so that there being too many can be told. */
export function readLines(body: Buffer, max: number): string[] {
  // @NOTE JSON has neither of both signs; with the other one a line refuses itself and not the whole body.
  const text = body
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\u0001')
  const lines = text.split('\n', max + 2)
  // The last line ends as the others do.
  if (lines.at(-1) === '') lines.pop()
  return lines.slice(0, max + 1)
}

/** Throws MALFORMED_JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
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

function brokenOff(cause: Error | undefined): ServiceError {
  return new ServiceError('BAD_REQUEST', 'The body broke off', { cause })
}

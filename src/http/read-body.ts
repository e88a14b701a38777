import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../core/errors.ts'

/**
 * Reads at most `maxBytes` of a body. Throws BODY_TOO_LARGE, before reading where the length is announced, and
 * BAD_REQUEST for one that breaks off.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
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

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('BODY_TOO_LARGE', `The body may have at most ${maxBytes} bytes`)
}

function brokenOff(cause: Error | undefined): ServiceError {
  return new ServiceError('BAD_REQUEST', 'The body broke off', { cause })
}

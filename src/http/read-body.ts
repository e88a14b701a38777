import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../core/errors.ts'

/** Reads at most `maxBytes` of a body. Throws BODY_TOO_LARGE, before reading where the length is announced. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    // @NOTE a request without an encoding set gives buffers; the stream's type says any.
    const buffer = chunk as Buffer
    size += buffer.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(buffer)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
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

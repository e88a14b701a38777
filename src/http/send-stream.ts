import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RowStream } from '../kernel/door/row-stream.ts'

/**
 * Sends a file as fast as it is read. Its first part is made before the headers, so that an error up to there is still
 * an envelope; one after it cuts the connection, as the end of the signal does, and no client takes the part for the whole.
 */
export async function sendStream(
  response: ServerResponse,
  file: RowStream,
  signal: AbortSignal,
): Promise<void> {
  const chunks = file.chunks[Symbol.asyncIterator]()
  const first = await chunks.next()
  response.setHeader('Content-Type', `${file.mimeType}; charset=utf-8`)
  response.setHeader('Content-Disposition', `attachment; filename="${file.fileName}"`)
  if (file.nextCursor !== null) response.setHeader('X-Next-Cursor', file.nextCursor)
  if (response.req.method === 'HEAD') {
    await chunks.return?.()
    response.end()
    return
  }
  const whole = Readable.from(continued(first, chunks), { objectMode: true, highWaterMark: 1 })
  try {
    await pipeline(whole, response, { signal })
  } catch (error) {
    if (!hasLeft(error)) throw error
  }
}

/** A client that goes away, or may stay no longer, is no error of ours. */
const hasLeft = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))

async function* continued<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

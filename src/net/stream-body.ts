import { pipeline, Readable } from 'node:stream'
import { FetchError, toFetchError } from './fetch-error.ts'
import { codingOf, decoderFor } from './read-decoded-body.ts'

/**
 * Yields the chunks of a body as they arrive, decoded by its Content-Encoding. It ends after `maxBytes`, which is not
 * an error. Nothing is buffered: a slow reader slows the host down. Throws like `readDecodedBody`.
 */
export async function* streamBody(
  stream: Readable,
  contentEncoding: string | undefined,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let room = maxBytes
  for await (const piece of decodeChunks(stream, contentEncoding)) {
    yield piece.subarray(0, room)
    room -= piece.length
    // Leaving the loop destroys the stream.
    if (room < 0) return
  }
}

async function* decodeChunks(
  stream: Readable,
  contentEncoding: string | undefined,
): AsyncGenerator<Buffer> {
  const coding = contentEncoding === undefined ? undefined : codingOf(contentEncoding)
  if (coding === undefined) {
    yield* stream
    return
  }
  const [first, pieces] = await peekFirst(stream)
  if (!first) return
  const decoder = decoderFor(coding, first)
  // An error that ends the pipeline also ends the loop below.
  pipeline(Readable.from(pieces), decoder, () => undefined)
  try {
    yield* decoder
  } catch (error) {
    const known = toFetchError(error)
    if (known instanceof FetchError) throw known
    throw new FetchError('PROTOCOL_ERROR', `The body is not valid ${coding}`, { cause: error })
  }
}

/** Returns the first chunk of a body, and an iterable of all chunks including it. */
export async function peekFirst(
  pieces: AsyncIterable<Buffer>,
): Promise<[Buffer | undefined, AsyncIterable<Buffer>]> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  async function* all(): AsyncGenerator<Buffer> {
    try {
      for (let next = first; !next.done; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  return [first.done ? undefined : first.value, all()]
}

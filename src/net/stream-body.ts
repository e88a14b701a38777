import { pipeline, Readable } from 'node:stream'
import { FetchError, toFetchError } from './fetch-error.ts'
import { codingOf, decoderFor } from './read-body.ts'

/**
 * The pieces of a body as they arrive, with its Content-Encoding undone; at most `maxBytes` of them, which is no error.
 * Nothing is gathered: who reads slowly slows the host down. Throws as `readBody` does.
 */
export async function* bodyPieces(
  stream: Readable,
  contentEncoding: string | undefined,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let room = maxBytes
  for await (const piece of decoded(stream, contentEncoding)) {
    yield piece.subarray(0, room)
    room -= piece.length
    // Leaving the loop destroys the stream.
    if (room < 0) return
  }
}

async function* decoded(
  stream: Readable,
  contentEncoding: string | undefined,
): AsyncGenerator<Buffer> {
  const coding = contentEncoding === undefined ? undefined : codingOf(contentEncoding)
  if (coding === undefined) {
    yield* stream
    return
  }
  const [first, pieces] = await peek(stream)
  if (!first) return
  const decoder = decoderFor(coding, first)
  // What ends the pipeline ends the loop below, with the same error.
  pipeline(Readable.from(pieces), decoder, () => undefined)
  try {
    yield* decoder
  } catch (error) {
    const known = toFetchError(error)
    if (known instanceof FetchError) throw known
    throw new FetchError('PROTOCOL_ERROR', `The body is not valid ${coding}`, { cause: error })
  }
}

/** The first piece, and all pieces with it. */
export async function peek(
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

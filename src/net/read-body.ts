import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from 'node:zlib'
import { FetchError } from './fetch-error.ts'

/** Codings of HTTP bodies that are understood, as they are named in Accept-Encoding. */
export type ContentCoding = 'gzip' | 'deflate' | 'br'

export interface CappedBody {
  body: Buffer
  /** Whether there was more than was kept. */
  truncated: boolean
}

/** More than this beyond what may come out of it is padding, as no coding makes bytes larger by more. */
const INPUT_MARGIN = 65_536

/**
 * Reads a body and undoes its Content-Encoding. At most `maxBytes` come out and little more are read: what is beyond
 * is cut and its stream destroyed. Throws PROTOCOL_ERROR for a coding that is unknown, repeated, or not what it says.
 */
export async function readBody(
  stream: AsyncIterable<Buffer>,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<CappedBody> {
  if (contentEncoding === undefined) return readCapped(stream, maxBytes)
  const input = await readCapped(stream, maxBytes + INPUT_MARGIN)
  // The answer to HEAD names a coding too.
  if (input.body.length === 0) return input
  const coding = codingOf(contentEncoding)
  const output =
    coding === undefined ? cut(input.body, maxBytes) : await decode(input.body, coding, maxBytes)
  return { body: output.body, truncated: input.truncated || output.truncated }
}

const cut = (input: Buffer, maxBytes: number): CappedBody => ({
  body: input.subarray(0, maxBytes),
  truncated: input.length > maxBytes,
})

/** Reads at most `maxBytes` of a stream, and destroys it where there is more. */
export async function readCapped(
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<CappedBody> {
  const chunks: Buffer[] = []
  let room = maxBytes
  for await (const chunk of stream) {
    chunks.push(chunk.subarray(0, room))
    // Leaving the loop destroys the stream.
    if (chunk.length > room) return { body: Buffer.concat(chunks), truncated: true }
    room -= chunk.length
  }
  return { body: Buffer.concat(chunks), truncated: false }
}

/**
 * Decompresses at most `maxBytes`, in steps, so that a bomb costs no more than that. Input that ends early gives what
 * it holds, as browsers do. Throws PROTOCOL_ERROR for anything else that is wrong with it.
 */
export async function decode(
  input: Buffer,
  coding: ContentCoding,
  maxBytes: number,
): Promise<CappedBody> {
  if (input.length === 0) return { body: input, truncated: false }
  const decoder = decoderFor(coding, input)
  decoder.end(input)
  try {
    return await readCapped(decoder, maxBytes)
  } catch (cause) {
    throw new FetchError('PROTOCOL_ERROR', `The body is not valid ${coding}`, { cause })
  }
}

export function decoderFor(coding: ContentCoding, input: Buffer) {
  const options = { finishFlush: constants.Z_SYNC_FLUSH }
  switch (coding) {
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
    case 'gzip':
      return createGunzip(options)
    case 'deflate':
      // Some servers send the bare stream without the zlib header, whose first half byte is always 8.
      return ((input[0] ?? 0) & 0x0f) === 8 ? createInflate(options) : createInflateRaw(options)
  }
}

/** One coding at most: a chain of them has no use, and its middle would be unbounded. */
export function codingOf(header: string): ContentCoding | undefined {
  const codings = header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'identity')
  const [coding, another] = codings
  if (coding === undefined) return undefined
  if (another === undefined) {
    if (coding === 'gzip' || coding === 'x-gzip') return 'gzip'
    if (coding === 'deflate' || coding === 'br') return coding
  }
  throw new FetchError('PROTOCOL_ERROR', 'The body has a content encoding that was not asked for')
}

import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from 'node:zlib'
import { FetchError } from './fetch-error.ts'

/** Supported content codings, by their names in Accept-Encoding. */
export type ContentCoding = 'gzip' | 'deflate' | 'br'

export interface CappedBody {
  body: Buffer
  /** True when the body was longer than the part that was kept. */
  truncated: boolean
}

/** The bytes by which input may exceed the output limit: more is padding, since no coding makes data larger by more. */
const INPUT_MARGIN = 65_536

/**
 * Reads a body and decodes its Content-Encoding. It returns at most `maxBytes` and reads little more: the rest is cut
 * and its stream destroyed. Throws PROTOCOL_ERROR for a coding that was not asked for, is repeated, or does not match
 * the data; a word that is not a coding leaves the body as it is.
 */
export async function readDecodedBody(
  stream: AsyncIterable<Buffer>,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<CappedBody> {
  if (contentEncoding === undefined) return readCapped(stream, maxBytes)
  const input = await readCapped(stream, maxBytes + INPUT_MARGIN)
  // The answer to HEAD states a coding too.
  if (input.body.length === 0) return input
  const coding = codingOf(contentEncoding)
  const output =
    coding === undefined
      ? capBuffer(input.body, maxBytes)
      : await decodeBody(input.body, coding, maxBytes)
  return { body: output.body, truncated: input.truncated || output.truncated }
}

const capBuffer = (input: Buffer, maxBytes: number): CappedBody => ({
  body: input.subarray(0, maxBytes),
  truncated: input.length > maxBytes,
})

/** Reads at most `maxBytes` of a stream, and destroys it when there is more. */
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
 * Decompresses at most `maxBytes` in steps, so that a decompression bomb costs no more than that. Input that ends
 * early gives what it has, as in browsers. Throws PROTOCOL_ERROR for any other error in it.
 */
export async function decodeBody(
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

/**
 * Codings that a body can be in (https://www.iana.org/assignments/http-parameters, content codings; `aws-chunked` is
 * used by uploads alone). Any other word, such as `UTF-8` or `none`, does not describe a body, and browsers ignore it.
 */
const REGISTERED: ReadonlySet<string> = new Set(
  'br compress dcb dcz deflate exi gzip pack200-gzip x-compress x-gzip zstd'.split(' '),
)

/**
 * Returns the content coding that a header names; undefined for none. Throws PROTOCOL_ERROR for one that is not
 * supported, and for several: a chain of codings has no use, and its intermediate size would be unbounded.
 */
export function codingOf(header: string): ContentCoding | undefined {
  const codings = header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => REGISTERED.has(part))
  const [coding, another] = codings
  if (coding === undefined) return undefined
  if (another === undefined) {
    if (coding === 'gzip' || coding === 'x-gzip') return 'gzip'
    if (coding === 'deflate' || coding === 'br') return coding
  }
  throw new FetchError('PROTOCOL_ERROR', 'The body has a content encoding that was not asked for')
}

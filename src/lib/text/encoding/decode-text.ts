import { UTF_8, type Encoding } from './encoding.ts'
import { bareEncoding, markedEncoding, statedEncoding } from './sniff-encoding.ts'

/** The number of bytes at the beginning of a file by which its encoding is found: enough for an XML declaration. */
const FIRST_BYTES = 256

/**
 * Returns the label of the encoding that a Content-Type, a `content` attribute or a meta element names behind
 * `charset=`, with or without quotes.
 */
export function charsetIn(text: string): string | undefined {
  return /charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]+)/i.exec(text)?.[1]
}

/** Returns the label of the encoding in the XML declaration that a text begins with; undefined where it has none. */
export function declaredIn(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, FIRST_BYTES)).toString('latin1')
  return /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']\s*([\w.:-]+)/.exec(start)?.[1]
}

/**
 * Returns the encoding of a file that is not a page: the one that its first bytes show, the charset of its
 * Content-Type, its XML declaration (RFC 7303, section 3), or UTF-8.
 */
function encodingOfFile(first: Uint8Array, contentType: string | undefined): Encoding {
  return (
    markedEncoding(first) ??
    bareEncoding(first) ??
    statedEncoding(charsetIn(contentType ?? ''), first) ??
    statedEncoding(declaredIn(first), first) ??
    UTF_8
  )
}

/** Decodes a whole file that is not a page, such as robots.txt. */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  return encodingOfFile(bytes, contentType).decode(bytes)
}

/** Decodes a file that is not a page as it arrives, in pieces of any size. */
export class TextPieces {
  readonly #contentType: string | undefined
  #decode: ((piece: Uint8Array) => string) | undefined
  #held: Uint8Array[] = []
  #size = 0

  constructor(contentType: string | undefined) {
    this.#contentType = contentType
  }

  /** Takes the next piece; returns the text that is complete with it. */
  push(piece: Uint8Array): string {
    if (this.#decode) return this.#decode(piece)
    this.#held.push(piece)
    this.#size += piece.length
    return this.#size < FIRST_BYTES ? '' : this.#begin()
  }

  /** Returns the text of a file that was too short for its encoding to be found before. */
  end(): string {
    return this.#decode ? '' : this.#begin()
  }

  #begin(): string {
    const first = Buffer.concat(this.#held.splice(0))
    this.#decode = decoderOf(encodingOfFile(first, this.#contentType))
    return this.#decode(first)
  }
}

function decoderOf({ name, isSingleByte, decode }: Encoding): (piece: Uint8Array) => string {
  if (isSingleByte) return decode
  // Addresses and markup are the same in all other encodings.
  const decoder = new TextDecoder(name === 'replacement' ? UTF_8.name : name)
  return (piece) => decoder.decode(piece, { stream: true })
}

import type { Span } from './span.ts'

/** The least bytes of text in a row that are no accident: random characters decode to that once in a million. */
const MIN_BYTES = 12
const MIN_LETTERS = 0.6
/** The most separators in a row within encoded text, so that pieces of it are read as one. */
const MAX_SEPARATORS = 2

/** A way to write bytes as characters, such as base64. */
interface Encoding {
  /** The value of each digit by its ASCII code; -1 for characters that are no digits. */
  readonly bits: Int8Array
  readonly bitsPerChar: number
  readonly isSeparator: (code: number) => boolean
}

const bitsOf = (alphabet: string): Int8Array => {
  const bits = new Int8Array(128).fill(-1)
  for (const [value, char] of Array.from(alphabet).entries()) bits[char.charCodeAt(0)] = value
  return bits
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const base64 = bitsOf(`${LETTERS}+/`)
base64[0x2d] = 62
base64[0x5f] = 63
const hex = bitsOf('0123456789abcdef')
for (const [i, char] of Array.from('ABCDEF').entries()) hex[char.charCodeAt(0)] = 10 + i

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d
const ENCODINGS: readonly Encoding[] = [
  { bits: base64, bitsPerChar: 6, isSeparator: isSpace },
  // `52 65`, `52:65`, `52,65`
  {
    bits: hex,
    bitsPerChar: 4,
    isSeparator: (code) => isSpace(code) || code === 0x3a || code === 0x2c,
  },
]

/** Finds base64 and hexadecimal text that decodes to plain words, even in pieces. */
export function findDecodable(text: string): Span[] {
  return ENCODINGS.flatMap((code) => decodableIn(text, code))
}

function decodableIn(text: string, code: Encoding): Span[] {
  const found: Span[] = []
  for (let at = 0; at < text.length;) {
    if (!isDigitOf(code, text.charCodeAt(at)) || isDigitOf(code, text.charCodeAt(at - 1))) {
      at += 1
      continue
    }
    const end = endOfWords(text, at, code)
    if (end > at) found.push({ start: at, end })
    at = Math.max(end, at + 1)
  }
  return found
}

const isDigitOf = ({ bits }: Encoding, unit: number): boolean => (bits[unit] ?? -1) >= 0

/**
 * Returns the offset where the text from `start` stops decoding to words; `start` itself when too little decodes. Most
 * texts fail at the first byte.
 */
function endOfWords(
  text: string,
  start: number,
  { bits, bitsPerChar, isSeparator }: Encoding,
): number {
  let value = 0
  let held = 0
  let bytes = 0
  let letters = 0
  let separators = 0
  let end = start
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const own = bits[unit] ?? -1
    if (own < 0) {
      if (!isSeparator(unit) || ++separators > MAX_SEPARATORS) break
      continue
    }
    separators = 0
    value = ((value << bitsPerChar) | own) & 0xffff
    held += bitsPerChar
    if (held < 8) continue
    held -= 8
    const byte = (value >> held) & 0xff
    if (!isTextByte(byte)) break
    bytes += 1
    if (byte > 0x40) letters += 1
    end = at + 1
  }
  // Years and other numbers are hexadecimal too, but they decode to digits and signs.
  return bytes >= MIN_BYTES && letters >= bytes * MIN_LETTERS ? end : start
}

/** True for a byte that is a letter, a space or punctuation of ASCII. */
const isTextByte = (byte: number): boolean =>
  (byte >= 0x61 && byte <= 0x7a) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x20 && byte <= 0x3f && byte !== 0x2a && byte !== 0x2b) ||
  byte === 0x0a

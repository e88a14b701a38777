import { isAscii, isUtf8 } from 'node:buffer'
import { encodingOf, UTF_8, WINDOWS_1252, type Encoding } from './encoding.ts'

/**
 * The number of first bytes that are searched for a zero byte, which each text in UTF-16 has there if it has any markup
 * or space.
 */
const SNIFFED_BYTES = 4_096

/**
 * Returns the encoding that a byte order mark at the beginning shows, which wins over every label
 * (https://encoding.spec.whatwg.org/#decode).
 */
export function markedEncoding([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return UTF_8
  if (first === 0xfe && second === 0xff) return encodingOf('utf-16be')
  if (first === 0xff && second === 0xfe) return encodingOf('utf-16le')
  return undefined
}

/**
 * Returns the UTF-16 encoding of a text without a byte order mark, where its first two characters are ASCII; else
 * undefined.
 */
export function bareEncoding([first, second, third, fourth]: Uint8Array): Encoding | undefined {
  if (second === 0 && fourth === 0 && Boolean(first) && Boolean(third))
    return encodingOf('utf-16le')
  if (first === 0 && third === 0 && Boolean(second) && Boolean(fourth))
    return encodingOf('utf-16be')
  return undefined
}

/**
 * Returns the encoding that a label means for these bytes; undefined for an unknown label, and for a label of UTF-16
 * where no zero byte stands near the beginning, as in any text in UTF-16. Text in a single-byte encoding is hardly ever
 * valid UTF-8 (RFC 3629, section 1), so for such a label, bytes that are valid UTF-8 and not only ASCII are read as
 * UTF-8.
 */
export function statedEncoding(label: string | undefined, bytes: Uint8Array): Encoding | undefined {
  const encoding = encodingOf(label)
  if (encoding === undefined) return undefined
  if (encoding.name.startsWith('utf-16')) {
    return bytes.subarray(0, SNIFFED_BYTES).includes(0) ? encoding : undefined
  }
  const isOnlySaid = encoding.isSingleByte && !isAscii(bytes) && isUtf8AsFarAsItGoes(bytes)
  return isOnlySaid ? UTF_8 : encoding
}

/** Returns true for bytes that are valid UTF-8, although the last character may be cut off. */
function isUtf8AsFarAsItGoes(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch (error) {
    if (error instanceof TypeError) return false // TextDecoder throws this for bytes that are not UTF-8
    throw error
  }
}

const HAS_CHARACTER = /[^\0-\u007F\uFFFD]/

/**
 * Returns the encoding of bytes that state none: windows-1252, as in browsers, for bytes that are not valid UTF-8 and
 * hold no valid character of UTF-8 outside ASCII; UTF-8 for all others.
 */
export function unstatedEncoding(bytes: Uint8Array): Encoding {
  const isOther = !isUtf8(bytes) && !HAS_CHARACTER.test(new TextDecoder().decode(bytes))
  return isOther ? WINDOWS_1252 : UTF_8
}

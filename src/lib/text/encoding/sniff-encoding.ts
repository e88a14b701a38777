import { isAscii, isUtf8 } from 'node:buffer'
import { encodingOf, UTF_8, WINDOWS_1252, type Encoding } from './encoding.ts'

/** The bytes at the beginning among which text in UTF-16 has a zero byte, if it has any markup or space. */
const SNIFFED_BYTES = 4_096

/**
 * Returns the encoding of a byte order mark, which wins over everything that is stated
 * (https://encoding.spec.whatwg.org/#decode).
 */
export function markedEncoding([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return UTF_8
  if (first === 0xfe && second === 0xff) return encodingOf('utf-16be')
  if (first === 0xff && second === 0xfe) return encodingOf('utf-16le')
  return undefined
}

/** Returns UTF-16 for a text that begins with ASCII characters in UTF-16, without a mark. */
export function bareEncoding([first, second, third, fourth]: Uint8Array): Encoding | undefined {
  if (second === 0 && fourth === 0 && Boolean(first) && Boolean(third))
    return encodingOf('utf-16le')
  if (first === 0 && third === 0 && Boolean(second) && Boolean(fourth))
    return encodingOf('utf-16be')
  return undefined
}

/**
 * Returns the encoding that a label means for these bytes; undefined for an unknown label, and where the bytes
 * contradict it: a text in UTF-16 always has zero bytes. Text in a single-byte encoding is hardly ever valid UTF-8 (RFC
 * 3629, section 1), so valid UTF-8 with a character outside of ASCII is read as UTF-8, although the label names another
 * encoding.
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

/** True for valid UTF-8, which may be cut within a character. */
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
 * Returns the encoding of bytes without a stated one: UTF-8, or windows-1252, as in browsers, where the bytes have no
 * valid character of UTF-8 outside ASCII.
 */
export function unstatedEncoding(bytes: Uint8Array): Encoding {
  const isOther = !isUtf8(bytes) && !HAS_CHARACTER.test(new TextDecoder().decode(bytes))
  return isOther ? WINDOWS_1252 : UTF_8
}

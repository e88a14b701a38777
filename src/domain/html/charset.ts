import { charsetIn, declaredIn } from '../../lib/text/encoding/decode-text.ts'
import type { Encoding } from '../../lib/text/encoding/encoding.ts'
import {
  bareEncoding,
  markedEncoding,
  statedEncoding,
  unstatedEncoding,
} from '../../lib/text/encoding/sniff-encoding.ts'

/** The text of a page, and how its encoding was found. */
export interface DecodedPage {
  text: string
  /** Name of the encoding as WHATWG spells it: `utf-8`, `windows-1252`, `shift_jis`. */
  charset: string
  charsetSource: 'bom' | 'bytes' | 'header' | 'meta' | 'default'
}

/** The bytes in which a meta element is looked for. Browsers look at 1,024; sites that put scripts first need more. */
const PRESCAN_BYTES = 4_096

/**
 * Decodes a page: by its byte order mark, then the charset of the Content-Type header, then a meta element or an XML
 * declaration, then as UTF-8 (https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm). A label
 * that the bytes contradict does not count. Bytes that the encoding does not know become U+FFFD. Never throws.
 */
export function decodePage(bytes: Uint8Array, contentType: string | null): DecodedPage {
  const candidates = [
    ['bom', () => markedEncoding(bytes)],
    ['bytes', () => bareEncoding(bytes)],
    ['header', () => statedEncoding(charsetIn(contentType ?? ''), bytes)],
    ['meta', () => statedEncoding(metaCharset(bytes) ?? declaredIn(bytes), bytes)],
  ] as const
  for (const [charsetSource, find] of candidates) {
    const encoding = find()
    if (encoding) return decoded(bytes, encoding, charsetSource)
  }
  return decoded(bytes, unstatedEncoding(bytes), 'default')
}

const decoded = (
  bytes: Uint8Array,
  encoding: Encoding,
  charsetSource: DecodedPage['charsetSource'],
): DecodedPage => ({ text: encoding.decode(bytes), charset: encoding.name, charsetSource })

/**
 * Returns the charset that the first meta element states, read from bytes that are ASCII in every encoding that
 * matters.
 */
function metaCharset(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, PRESCAN_BYTES)).toString('latin1')
  const markup = withoutComments(start)
  for (const [tag] of markup.matchAll(/<meta[\s/][^>]*>/gi)) {
    const label = charsetIn(tag)
    // A page whose meta element reads as ASCII is not UTF-16, even if it says so (WHATWG HTML, prescan).
    if (label === undefined) continue
    if (/^x-user-defined$/i.test(label)) return 'windows-1252'
    return /^utf-?16/i.test(label) ? 'utf-8' : label
  }
  return undefined
}

function withoutComments(html: string): string {
  const [first = '', ...rest] = html.split('<!--')
  const parts = rest.map((part) => {
    const end = part.indexOf('-->')
    return end === -1 ? '' : part.slice(end + 3)
  })
  return first + parts.join('')
}

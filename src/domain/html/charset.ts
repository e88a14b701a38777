import { TextDecoder } from 'node:util'

/** The text of a page, and how its encoding was found. */
export interface DecodedPage {
  text: string
  /** Name of the encoding as WHATWG spells it: `utf-8`, `windows-1252`, `shift_jis`. */
  charset: string
  charsetSource: 'bom' | 'header' | 'meta' | 'default'
}

/** Browsers look at 1,024 bytes; sites that put scripts first need more. */
const PRESCAN_BYTES = 4_096

// Making a decoder costs more than decoding a page; without streaming, a decoder keeps no state between pages.
const UTF_8 = new TextDecoder()
const UTF_16BE = new TextDecoder('utf-16be')
const UTF_16LE = new TextDecoder('utf-16le')

/**
 * Decodes a page: by its byte order mark, then the charset of the Content-Type header, then a meta element, then as
 * UTF-8. Bytes that the encoding does not know become U+FFFD. Never throws.
 */
export function decodePage(bytes: Uint8Array, contentType: string | null): DecodedPage {
  const mark = byteOrderMark(bytes)
  if (mark !== undefined) return decode(bytes, mark, 'bom')
  const header = decoderFor(charsetIn(contentType ?? ''))
  if (header !== undefined) return decode(bytes, header, 'header')
  const meta = decoderFor(metaCharset(bytes))
  if (meta !== undefined) return decode(bytes, meta, 'meta')
  return decode(bytes, UTF_8, 'default')
}

const decode = (
  bytes: Uint8Array,
  decoder: TextDecoder,
  charsetSource: DecodedPage['charsetSource'],
): DecodedPage => ({ text: decoder.decode(bytes), charset: decoder.encoding, charsetSource })

function byteOrderMark([first, second, third]: Uint8Array): TextDecoder | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return UTF_8
  if (first === 0xfe && second === 0xff) return UTF_16BE
  if (first === 0xff && second === 0xfe) return UTF_16LE
  return undefined
}

function decoderFor(label: string | undefined): TextDecoder | undefined {
  if (label === undefined || label.length > 40) return undefined
  if (/^utf-?8$/i.test(label)) return UTF_8
  try {
    return new TextDecoder(label)
  } catch (error) {
    if (error instanceof RangeError) return undefined // TextDecoder throws this for an unknown label
    throw error
  }
}

/** Finds `charset=…` in a header, a `content` attribute or a meta element; quotes around the name are optional. */
function charsetIn(text: string): string | undefined {
  return /charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]+)/i.exec(text)?.[1]
}

/** The charset that the first meta element states, read from bytes that are ASCII in every encoding that matters. */
function metaCharset(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, PRESCAN_BYTES)).toString('latin1')
  const markup = withoutComments(start)
  for (const [tag] of markup.matchAll(/<meta[\s/][^>]*>/gi)) {
    const label = charsetIn(tag)
    // A page whose meta element reads as ASCII is not UTF-16, whatever it says (WHATWG HTML, prescan).
    if (label !== undefined) return /^utf-?16/i.test(label) ? 'utf-8' : label
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

import { doubleByteDecoder } from './double-byte.ts'
import { singleByteDecoder } from './single-byte.ts'

/** A character encoding by the Encoding standard (https://encoding.spec.whatwg.org). */
export interface Encoding {
  /** The name of the encoding in small letters, such as `utf-8`, `windows-1252`, `shift_jis`. */
  name: string
  /** True where each byte stands for a character. */
  isSingleByte: boolean
  /** Decodes a whole text without its byte order mark; bytes that the encoding does not know become U+FFFD. */
  decode: (bytes: Uint8Array) => string
}

/**
 * The encodings, by their labels, that are decoded here, since some Node, or any Node, has no decoder for them or a
 * wrong one.
 */
const OWN_LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'windows-1252':
      'ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252',
    'iso-8859-16': 'iso-8859-16',
    'x-user-defined': 'x-user-defined',
    // Encodings whose texts are not read at all, since they hide markup from filters.
    replacement: 'csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement',
  }).flatMap(([name, labels]) => labels.split(' ').map((label) => [label, name] as const)),
)

const MANY_BYTES: ReadonlySet<string> = new Set([
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gbk',
  'gb18030',
  'big5',
  'euc-jp',
  'iso-2022-jp',
  'shift_jis',
  'euc-kr',
  'replacement',
])
const MAX_LABEL = 40

// Making an encoding costs more than decoding a page, and each is made once.
const byLabel = new Map<string, Encoding | undefined>()

/** Returns the encoding that a label means; undefined for an unknown label. */
export function encodingOf(label: string | undefined): Encoding | undefined {
  if (label === undefined || label.length > MAX_LABEL) return undefined
  const key = label.toLowerCase()
  if (!byLabel.has(key)) {
    const name = nameOf(key)
    // Pages may state any label; unknown ones are not kept.
    if (name === undefined) return undefined
    byLabel.set(key, make(name))
  }
  return byLabel.get(key)
}

function nameOf(label: string): string | undefined {
  const own = OWN_LABELS.get(label)
  if (own !== undefined) return own
  try {
    return new TextDecoder(label).encoding
  } catch (error) {
    if (error instanceof RangeError) return undefined // TextDecoder throws this for an unknown label
    throw error
  }
}

const make = (name: string): Encoding => ({
  name,
  isSingleByte: !MANY_BYTES.has(name),
  decode: singleByteDecoder(name) ?? doubleByteDecoder(name) ?? nodeDecoder(name),
})

function nodeDecoder(name: string): Encoding['decode'] {
  if (name === 'replacement') return (bytes) => (bytes.length === 0 ? '' : '\uFFFD')
  // GBK is decoded as its successor, gb18030; ICU's own converter of GBK misses about a hundred characters.
  const decoder = new TextDecoder(name === 'gbk' ? 'gb18030' : name)
  return (bytes) => decoder.decode(bytes)
}

/** The encoding of a text that states no encoding, or whose bytes contradict the one that it states. */
export const UTF_8 = make('utf-8')
export const WINDOWS_1252 = make('windows-1252')

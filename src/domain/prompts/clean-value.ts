import { BoundedMap } from '../../lib/cache/bounded-map.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'
import { classesIn, MARK } from '../../protocol/lint/char-classes.ts'

const MAX_URL_CHARS = 2_048

/** Matches the spaces that `\s` does, with NEL (a line break) and without the zero-width U+FEFF. */
const SPACES = /[\t\n\v\f\r\u0085\u2028\u2029\p{Zs}]+/gu
/**
 * Matches characters that are not drawn: control, format (bidi among them), private use, lone surrogates, zero-width,
 * fillers, tags, and the object replacement character.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\uFFFC]/gu

/**
 * Cleans a value for a prompt: one line, NFC, nothing invisible, at most `maxChars` UTF-16 units. Reads only the first
 * `4 * maxChars + 100` units, so the work is bounded for any input.
 */
export function cleanValue(raw: string, maxChars: number): string {
  if (isPlainLine(raw, maxChars)) return raw
  const shown = raw
    .slice(0, 4 * maxChars + 100)
    .replace(SPACES, ' ')
    .replace(HIDDEN, '')
  const line = withoutMarkRuns(shown).normalize('NFC').replace(/ {2,}/g, ' ')
  return truncateWithEllipsis(line.trim(), maxChars)
}

/** True for a line of printable ASCII that needs no cleaning, as most are. */
function isPlainLine(text: string, maxChars: number): boolean {
  if (text.length > maxChars) return false
  let before = SPACE
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < SPACE || code > LAST_PRINTABLE || (code === SPACE && before === SPACE)) return false
    before = code
  }
  return text === '' || before !== SPACE
}

const SPACE = 0x20
const LAST_PRINTABLE = 0x7e

/**
 * Keeps at most eight combining marks in a row. No language needs more, they cover the lines around them, and
 * ordering thousands of them takes normalisation quadratic time.
 */
export function withoutMarkRuns(text: string): string {
  if ((classesIn(text) & MARK) === 0) return text
  return text.replace(/(\p{M}{8})\p{M}+/gu, '$1')
}

/** Truncates to `maxChars` UTF-16 units with an ellipsis, at the end of a word when one is near. */
export function truncateWithEllipsis(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const head = text.slice(0, Math.max(0, maxChars - 1))
  const space = head.lastIndexOf(' ')
  const whole = space >= head.length * 0.6 ? head.slice(0, space) : head
  // A cut inside a surrogate pair would leave half of it.
  const end = /[\uD800-\uDBFF]$/.test(whole) ? whole.slice(0, -1) : whole
  return `${end.trimEnd()}…`
}

/** Serialises an http(s) URL without credentials; undefined for anything else, and above 2,048 characters. */
export function cleanUrl(raw: string): string | undefined {
  if (raw.length > MAX_URL_CHARS) return undefined
  return cleanUrls.getOrMake(raw, (url) => parsedUrl(url) ?? null) ?? undefined
}

/**
 * A cache of cleaned addresses, since the prompts of a page name its address several times; null for an unusable
 * address.
 */
const cleanUrls = new BoundedMap<string, string | null>(100)

function parsedUrl(raw: string): string | undefined {
  const url = parseUrl(raw)
  if (!url) return undefined
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || url.username !== '' || url.password !== '') return undefined
  return url.href.length <= MAX_URL_CHARS ? url.href : undefined
}

export interface QuoteMarks {
  open: string
  close: string
  innerOpen: string
  innerClose: string
}

/** Puts a text in quotation marks. Marks inside become inner ones, so a value cannot end its own quotation. */
export function quoted(text: string, marks: QuoteMarks): string {
  return text === '' ? '' : `${marks.open}${quotedInside(text, marks)}${marks.close}`
}

const MARKS = /["“”„‟«»「」『』＂]|''/gu

const STRAIGHT = /["＂]|''/g

/** Returns a text as it stands inside quotation marks: its own marks become inner ones. */
export function quotedInside(text: string, marks: QuoteMarks): string {
  // Straight marks look alike: where they come in pairs, each second one closes.
  const isPaired = (text.match(STRAIGHT)?.length ?? 0) % 2 === 0
  let isOpen = false
  // In French a space stands inside of them; `»so«` is German.
  const marked = text.replace(SPACED, (pair) => pair.replace(/[\s\u00A0\u202F]/gu, ''))
  return marked.replace(MARKS, (mark, offset: number) => {
    if (isPaired && /^(?:["＂]|'')$/.test(mark)) isOpen = !isOpen
    else isOpen = isOpening(mark, marked.charAt(offset - 1))
    return isOpen ? marks.innerOpen : marks.innerClose
  })
}

/** True for a quotation mark that opens: by its form, or, where both ends look alike, by the text before it. */
const isOpening = (mark: string, before: string): boolean =>
  /[「」『』]/u.test(mark) ? /[「『]/u.test(mark) : before === '' || /[\s([]/.test(before)

/** Matches guillemets with the spaces inside them. */
const SPACED = /«[\s\u00A0\u202F]+|[\s\u00A0\u202F]+»/gu

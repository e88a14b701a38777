import { ALNUM, classesAt, classesOf, SPACE } from './char-classes.ts'
import type { Span } from './span.ts'

const MAX_URL_CHARS = 2_048
const MAX_LABEL_CHARS = 63
/** Of a bare host, what stands before its last domain. */
const MAX_HOST_CHARS = 80

const SCHEMES = ['https:', 'http:', 'hxxps:', 'hxxp:', 'ftps:', 'ftp:', 'wss:', 'ws:', 'file:']
/** Schemes that need something behind them: `tel: ` is a word. */
const OPAQUE = ['javascript:', 'vbscript:', 'data:', 'blob:', 'mailto:', 'tel:', 'sms:']
const DOMAINS: ReadonlySet<string> = new Set(
  'com net org io co ai app dev info biz xyz top site online shop store link click me ly gl ru cn de fr it es pt br jp uk eu us ch at nl pl in tk cc'.split(
    ' ',
  ),
)

const STOPS: ReadonlySet<string> = new Set('<>"`“”«»「」『』、。，；！？）】》')
const TRAILING: ReadonlySet<string> = new Set(".,;:!?)]}'’*_")
const PATH_BEGINNINGS: ReadonlySet<string> = new Set('?#%_~-')

/** By its first letter: what an address may begin with. */
const beginningsByLetter = new Map<number, string[]>()
for (const one of [...SCHEMES, ...OPAQUE, 'www.']) {
  const letter = one.charCodeAt(0)
  beginningsByLetter.set(letter, [...(beginningsByLetter.get(letter) ?? []), one])
}
const opaque: ReadonlySet<string> = new Set(OPAQUE)

/**
 * Every address in a folded text. One begins with a scheme, `www.`, `//host`, or a bare host of a common domain with a
 * path. One pass: a host is looked at where it begins, and what belongs to an address begins no other.
 */
export function findUrls(text: string): Span[] {
  const found: Span[] = []
  for (let at = 0; at < text.length;) {
    if (!beginsUrl(text, at)) {
      at += 1
      continue
    }
    const end = endOfUrl(text, at)
    if (end > at) found.push({ start: at, end })
    at = Math.max(end, at + 1)
  }
  return found
}

function beginsUrl(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  const before = at === 0 ? 0x20 : text.charCodeAt(at - 1)
  if (code === SLASH) return text.charCodeAt(at + 1) === SLASH && beginsAuthority(text, at, before)
  if (!isLetterOrDigit(code) || isWordCode(before)) return false
  if (beginningsByLetter.get(code)?.some((one) => beginsWith(text, at, one)) === true) return true
  return !HOST_LIKE.has(before) && beginsHost(text, at)
}

const SLASH = 0x2f
const codesOf = (chars: string): ReadonlySet<number> =>
  new Set(Array.from(chars, (char) => char.charCodeAt(0)))
/** Behind these, a bare host is the rest of something else. */
const HOST_LIKE = codesOf('@./:-')
const AUTHORITY_LIKE = codesOf(':/\\')

const isLetterOrDigit = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)
const isWordCode = (code: number): boolean =>
  isLetterOrDigit(code) || code === 0x5f || (code >= 0x41 && code <= 0x5a)

function beginsWith(text: string, at: number, beginning: string): boolean {
  if (!text.startsWith(beginning, at)) return false
  const end = at + beginning.length
  if (beginning === 'www.') return (classesAt(text, end) & ALNUM) !== 0
  return !opaque.has(beginning) || (end < text.length && (classesAt(text, end) & SPACE) === 0)
}

/** `//host.`, and not the `//` of an address whose scheme was none. */
function beginsAuthority(text: string, start: number, before: number): boolean {
  if (isWordCode(before) || AUTHORITY_LIKE.has(before)) return false
  let at = start + 2
  for (let chars = 0; at < text.length && chars < MAX_LABEL_CHARS; chars++) {
    const code = text.codePointAt(at) ?? 0
    if (code !== 0x2d && (classesOf(code) & ALNUM) === 0) break
    at += code > 0xffff ? 2 : 1
  }
  return at > start + 2 && text[at] === '.'
}

/** `name.com/path` or `name.co.uk/path`; called where a run of such characters begins. */
function beginsHost(text: string, start: number): boolean {
  let end = start
  while (isHostCode(text.charCodeAt(end))) end++
  if (text.charCodeAt(end) !== SLASH || !beginsPath(text, end + 1)) return false
  const lastDot = text.lastIndexOf('.', end)
  const last = text.slice(lastDot + 1, end)
  if (isHostLength(lastDot - start) && DOMAINS.has(last)) return true
  if (!/^[a-z]{2}$/.test(last)) return false
  const dot = text.lastIndexOf('.', lastDot - 1)
  return isHostLength(dot - start) && DOMAINS.has(text.slice(dot + 1, lastDot))
}

const isHostLength = (chars: number): boolean => chars >= 1 && chars <= MAX_HOST_CHARS
const isHostCode = (code: number): boolean =>
  isLetterOrDigit(code) || code === 0x2d || code === 0x2e

const beginsPath = (text: string, at: number): boolean =>
  (classesAt(text, at) & ALNUM) !== 0 || PATH_BEGINNINGS.has(text[at] ?? '')

function endOfUrl(text: string, start: number): number {
  const longest = Math.min(text.length, start + MAX_URL_CHARS)
  let end = start
  while (end < longest && !isStop(text, end)) end++
  while (end > start && TRAILING.has(text[end - 1] ?? '')) end--
  return end
}

const isStop = (text: string, at: number): boolean =>
  STOPS.has(text[at] ?? '') || (classesOf(text.charCodeAt(at)) & SPACE) !== 0

import lintRules from '../data/lint-rules.json' with { type: 'json' }
import { ALNUM, classesAt, classesOf, SPACE } from './char-classes.ts'
import type { Span } from './span.ts'

const MAX_URL_CHARS = 2_048
const MAX_LABEL_CHARS = 63
/** The most characters before the top-level domain of a bare host. */
const MAX_HOST_CHARS = 80

const { schemes: SCHEMES, opaque: OPAQUE } = lintRules.addresses
/**
 * The top-level domains by which bare hosts are found. File extensions that are countries too (`md`, `py`, `rs`, `sh`)
 * are left out.
 */
const DOMAINS: ReadonlySet<string> = new Set(lintRules.addresses.domains.split(' '))

const STOPS: ReadonlySet<string> = new Set('<>"`“”«»「」『』、。，；！？）】》')
const TRAILING: ReadonlySet<string> = new Set(".,;:!?)]}'’*_")
const PATH_BEGINNINGS: ReadonlySet<string> = new Set('?#%_~-')

/** The beginnings of addresses, by the code of their first letter. */
const beginningsByLetter = new Map<number, string[]>()
for (const one of [...SCHEMES, ...OPAQUE, 'www.']) {
  const letter = one.charCodeAt(0)
  beginningsByLetter.set(letter, [...(beginningsByLetter.get(letter) ?? []), one])
}
const opaque: ReadonlySet<string> = new Set(OPAQUE)

/** The addresses of a text; each list is in the order of the text. */
export interface Addresses {
  /** Addresses that a program would open. */
  readonly urls: readonly Span[]
  /** Hosts that are only mentioned: `Booking.com`. */
  readonly hosts: readonly Span[]
}

/**
 * Finds every address in a folded text. A URL begins with a scheme, `www.` or `//host`, or is a bare host with a
 * path, a query, a port, or as the target of a link. One pass: characters within one address begin no other.
 */
export function findAddresses(text: string): Addresses {
  const urls: Span[] = []
  const hosts: Span[] = []
  const plain = withPlainDots(text)
  for (let at = 0; at < plain.length;) {
    const isUrl = beginsUrl(plain, at)
    const host = isUrl ? undefined : hostAt(plain, at)
    if (host?.isUrl === false) hosts.push({ start: at, end: host.end })
    if (!isUrl && host?.isUrl !== true) {
      at = Math.max(host?.next ?? 0, at + 1)
      continue
    }
    const end = endOfUrl(plain, at)
    if (end > at) urls.push({ start: at, end })
    at = Math.max(end, at + 1)
  }
  return { urls, hosts }
}

/** Finds the URLs that `findAddresses` finds, without the hosts that are only mentioned. */
export const findUrls = (text: string): readonly Span[] => findAddresses(text).urls

/** Reads a Chinese full stop between Latin letters as a dot, as browsers do. */
const withPlainDots = (text: string): string =>
  text.includes('。') ? text.replace(/(?<=[a-z0-9])。(?=[a-z0-9])/g, '.') : text

function beginsUrl(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  const before = at === 0 ? 0x20 : text.charCodeAt(at - 1)
  if (code === SLASH) return text.charCodeAt(at + 1) === SLASH && beginsAuthority(text, at, before)
  if (!isLetterOrDigit(code) || isWordCode(before)) return false
  return beginningsByLetter.get(code)?.some((one) => beginsWith(text, at, one)) === true
}

const SLASH = 0x2f
const codesOf = (chars: string): ReadonlySet<number> =>
  new Set(Array.from(chars, (char) => char.charCodeAt(0)))
/** The characters after which a bare host is the rest of something else. */
const HOST_LIKE = codesOf('/:-')
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

/** True for `//` that begins an address, as in `//host.`, but not for the `//` behind a word that is no scheme. */
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

interface Host {
  /** The offset where the host ends; where it begins, if the characters are not a host. */
  readonly end: number
  readonly isUrl: boolean | undefined
  /** The offset before which no other host begins. */
  readonly next: number
}

/**
 * Reads the run of host characters that begins here: `name.com/path`, `name.com`, `1.2.3.4/x`, `intent://`. Undefined
 * where none begins.
 */
function hostAt(text: string, start: number): Host | undefined {
  if (!isLetterOrDigit(text.charCodeAt(start)) || !mayPrecedeHost(text, start)) return undefined
  let run = start
  let dots = 0
  while (isHostCode(text.charCodeAt(run))) dots += text.charCodeAt(run++) === DOT ? 1 : 0
  if (isOwnScheme(text, start, run)) return { end: run, isUrl: true, next: run }
  let end = run
  while (end > start && !isLetterOrDigit(text.charCodeAt(end - 1))) end--
  if (dots === 0) return undefined
  if (!isHost(text.slice(start, end))) return { end: start, isUrl: undefined, next: start }
  return { end, isUrl: end === run && isUrlHost(text, start, end), next: end }
}

/** True where a host may begin: not in the middle of a word, but behind a placeholder. */
function mayPrecedeHost(text: string, start: number): boolean {
  if (start === 0) return true
  const before = text.charCodeAt(start - 1)
  if (isWordCode(before) || HOST_LIKE.has(before)) return false
  const isInside = start > 1 && isWordCode(text.charCodeAt(start - 2))
  return before === AT ? isInside : before !== DOT || !isInside
}

const DOT = 0x2e
const AT = 0x40
const SCHEME = /^[a-z][a-z0-9+.-]+$/

function isOwnScheme(text: string, start: number, end: number): boolean {
  if (!text.startsWith('://', end) || end - start > MAX_LABEL_CHARS) return false
  const isFollowed = end + 3 < text.length && (classesAt(text, end + 3) & SPACE) === 0
  return isFollowed && SCHEME.test(text.slice(start, end))
}

const IPV4 = /^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/
const MAX_IPV4_CHARS = 15

/** True for `name.com` and `name.co.uk`. */
function isHost(host: string): boolean {
  const lastDot = host.lastIndexOf('.')
  if (lastDot <= 0) return false
  const last = host.slice(lastDot + 1)
  const isKnown = DOMAINS.has(last) || last.startsWith('xn--')
  if (isKnown && lastDot <= MAX_HOST_CHARS) return true
  if (host.length <= MAX_IPV4_CHARS && IPV4.test(host)) return true
  if (!/^[a-z]{2}$/.test(last)) return false
  const dot = host.lastIndexOf('.', lastDot - 1)
  return dot > 0 && dot <= MAX_HOST_CHARS && DOMAINS.has(host.slice(dot + 1, lastDot))
}

/** True when the text around a host makes it an address and not a mention. */
function isUrlHost(text: string, start: number, end: number): boolean {
  const code = text.charCodeAt(end)
  if (code === SLASH) return beginsPath(text, end + 1)
  if (code === COLON) {
    const isUser = text.charAt(start - 1) === '@'
    return isDigit(text.charCodeAt(end + 1)) || (isUser && beginsPath(text, end + 1))
  }
  if (code === QUESTION || code === HASH) return (classesAt(text, end + 1) & ALNUM) !== 0
  return /\]\(\s?<?$/.test(text.slice(Math.max(0, start - 4), start))
}

const COLON = 0x3a
const QUESTION = 0x3f
const HASH = 0x23
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

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

import { isJsonObject } from '../json-object.ts'

/** A pattern as RFC 9309 2.2.2 and 2.2.3 define it, compiled. A plain object, so that it can be passed to threads. */
export interface PathPattern {
  /** The beginning of the pattern, up to the first wildcard. */
  head: string
  /** The literal parts between the wildcards, in order. */
  pieces: readonly string[]
  /** True when the path must end where the pattern ends; otherwise anything may follow. */
  isAnchored: boolean
  /** The length in octets after normalisation; of the patterns that match, the longest wins. */
  octets: number
}

/** The most characters of a pattern in a policy. */
export const MAX_PATTERN_CHARS = 4_096
/** The most characters of a path with its query. A longer one matches nothing, so it is granted nothing. */
export const MAX_PATH_CHARS = 65_536

const ENCODER = new TextEncoder()
const UNRESERVED = /^[\w.~-]$/
/**
 * Matches the characters that RFC 3986 lets stand unencoded in a URI, without `*` and `$`, which are wildcards here.
 */
const ALLOWED = /^[\w.~:/?#[\]@!&'()+,;=-]$/
const PLAIN = /^[\w./~?=&;,:@!'()+-]*$/

/** The pattern for a value that is not a text. It matches nothing, since no normalised path has its character. */
const NO_PATTERN: PathPattern = { head: '\0', pieces: ['\0'], isAnchored: true, octets: 0 }

/** Compiles a pattern. `*` stands for any characters, `$` at the end for the end of the path. */
export function compilePath(pattern: string): PathPattern {
  if (typeof pattern !== 'string') return NO_PATTERN
  const isAnchored = pattern.endsWith('$')
  const body = isAnchored ? pattern.slice(0, -1) : pattern
  const pieces = body.split('*').map(normalisePath)
  const literal = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const octets = literal + pieces.length - 1 + (isAnchored ? 1 : 0)
  return { head: pieces[0] ?? '', pieces, isAnchored, octets }
}

/** Returns the normalised text of a pattern; the length of this text is the rank of the pattern. */
export const patternText = ({ pieces, isAnchored }: PathPattern): string =>
  pieces.join('*') + (isAnchored ? '$' : '')

/**
 * Normalises a path with its query, so that equal paths are written equally: unreserved characters are plain, other
 * escapes in capitals, and everything that RFC 3986 does not allow, `*` and `$` are escapes of their UTF-8. A `%` that
 * begins no escape becomes `%25`. The time is linear, and normalising twice changes nothing.
 */
export function normalisePath(path: string): string {
  // Callers without types may give anything.
  if (typeof path !== 'string') return ''
  if (PLAIN.test(path)) return path
  let result = ''
  for (let at = 0; at < path.length;) {
    const char = path.charAt(at)
    const escape = char === '%' ? path.slice(at + 1, at + 3) : ''
    if (/^[\da-f]{2}$/i.test(escape)) {
      const decoded = String.fromCharCode(Number.parseInt(escape, 16))
      result += UNRESERVED.test(decoded) ? decoded : `%${escape.toUpperCase()}`
      at += 3
      continue
    }
    const symbol = String.fromCodePoint(path.codePointAt(at) ?? 0xfffd)
    result += ALLOWED.test(symbol) ? symbol : percentEncoded(symbol)
    at += symbol.length
  }
  return result
}

const percentEncoded = (symbol: string): string =>
  Array.from(
    ENCODER.encode(symbol),
    (octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('')

/** True when a normalised path matches a pattern; false for a value that is not a pattern or not a path. */
export function matchesPath(pattern: PathPattern, path: string): boolean {
  // Callers without types may give anything.
  if (typeof path !== 'string' || !isJsonObject(pattern)) return false
  const { head, pieces } = pattern
  const isPattern = Array.isArray(pieces) && pieces.every((piece) => typeof piece === 'string')
  return isPattern && typeof head === 'string' && matchesCompiled(pattern, path)
}

/**
 * True when a path matches a pattern that was compiled here. Each piece is taken where it first fits, which never has
 * to be taken back, so the time is linear in the path and the pattern together.
 */
export function matchesCompiled({ head, pieces, isAnchored }: PathPattern, path: string): boolean {
  if (!path.startsWith(head)) return false
  const last = pieces.length - 1
  if (last <= 0) return !isAnchored || path === head
  let at = head.length
  for (let place = 1; place < last; place++) {
    at = endOfPiece(path, pieces[place] ?? '', at)
    if (at < 0) return false
  }
  const end = pieces[last] ?? ''
  if (!isAnchored) return endOfPiece(path, end, at) >= 0
  return path.length - end.length >= at && path.endsWith(end)
}

/**
 * The longest piece that `indexOf` searches; for a longer one, it may compare each character of the path with many of
 * the piece.
 */
const SHORT_PIECE = 32

function endOfPiece(path: string, piece: string, from: number): number {
  if (piece.length > SHORT_PIECE) return endByPrefixes(path, piece, from)
  const at = path.indexOf(piece, from)
  return at < 0 ? -1 : at + piece.length
}

/**
 * Finds a piece in a path from an offset on, by the search of Knuth, Morris and Pratt, which looks at no character of
 * the path twice.
 */
function endByPrefixes(path: string, piece: string, from: number): number {
  const borders = bordersOf(piece)
  let matched = 0
  for (let at = from; at < path.length; at++) {
    const code = path.charCodeAt(at)
    while (matched > 0 && piece.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0
    if (piece.charCodeAt(matched) === code) matched++
    if (matched === piece.length) return at + 1
  }
  return -1
}

/** Returns, for each beginning of a piece, the length of the longest shorter beginning that it ends with. */
function bordersOf(piece: string): Uint32Array {
  const borders = new Uint32Array(piece.length)
  let length = 0
  for (let at = 1; at < piece.length; at++) {
    while (length > 0 && piece.charCodeAt(at) !== piece.charCodeAt(length)) {
      length = borders[length - 1] ?? 0
    }
    if (piece.charCodeAt(at) === piece.charCodeAt(length)) length++
    borders[at] = length
  }
  return borders
}

import { placesBetweenStars, STAR, TextPattern } from '../../lib/text/wildcards/text-pattern.ts'

/** The compiled path of a rule. A plain object, since it is also passed to worker threads. */
export interface PathPattern {
  /** The beginning of the path, up to the first wildcard. */
  head: string
  /** The literal parts between the wildcards, in order. */
  pieces: readonly string[]
  /** True when the path must end there; otherwise anything may follow. */
  isAnchored: boolean
  /** Length in octets after normalisation; the longest matching rule wins (RFC 9309 2.2.2). */
  octets: number
}

const UNRESERVED = /^[\w.~-]$/
const ENCODER = new TextEncoder()

/** Compiles the path of a rule. `*` stands for any characters, `$` at the end for the end of the path. */
export function compilePath(rule: string): PathPattern {
  const isAnchored = rule.endsWith('$')
  const body = isAnchored ? rule.slice(0, -1) : rule
  const pieces = body.split('*').map(normaliseRobotsPath)
  const wildcards = pieces.length - 1
  const literal = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return {
    head: pieces[0] ?? '',
    pieces,
    isAnchored,
    octets: literal + wildcards + (isAnchored ? 1 : 0),
  }
}

/**
 * Compiles only the part before the first wildcard, for a file with more wildcards than are compared; undefined when
 * the rule would then allow more than it says.
 */
export function compilePrefix(rule: string, kind: 'allow' | 'disallow'): PathPattern | undefined {
  const whole = compilePath(rule)
  return kind === 'allow' ? undefined : { ...compilePath(whole.head), octets: whole.octets }
}

export const hasWildcard = (rule: string): boolean => /[*]|\$$/.test(rule)

/** True when a normalised path matches. */
export function matchesPath({ head, pieces, isAnchored }: PathPattern, path: string): boolean {
  if (!path.startsWith(head)) return false
  if (pieces.length === 1) return !isAnchored || path === head
  const places = placesBetweenStars(pieces)
  return new TextPattern(isAnchored ? places : [...places, STAR]).matches(path)
}

/**
 * Normalises a path so that equivalent paths are equal (RFC 9309 2.2.2): unreserved characters plain, everything
 * outside ASCII and the wildcards percent-encoded, escapes in capitals. Linear in the length.
 */
export function normaliseRobotsPath(path: string): string {
  if (/^[\w./~?=&;,:@!'()+-]*$/.test(path)) return path
  let result = ''
  for (let i = 0; i < path.length; i++) {
    const char = path.charAt(i)
    const escape = char === '%' ? path.slice(i + 1, i + 3) : ''
    if (/^[\da-f]{2}$/i.test(escape)) {
      const decoded = String.fromCharCode(Number.parseInt(escape, 16))
      result += UNRESERVED.test(decoded) ? decoded : `%${escape.toUpperCase()}`
      i += 2
    } else if (char > ' ' && char < '\u007F' && char !== '*' && char !== '$') {
      result += char
    } else {
      const symbol = String.fromCodePoint(path.codePointAt(i) ?? 0xfffd)
      result += percentEncoded(symbol)
      i += symbol.length - 1
    }
  }
  return result
}

const percentEncoded = (symbol: string): string =>
  Array.from(
    ENCODER.encode(symbol),
    (octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('')

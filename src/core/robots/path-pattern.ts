/** The path of a rule, ready to be compared: what stands between its wildcards. */
export interface PathPattern {
  pieces: readonly string[]
  /** Ends with `$`: the path must end there too. */
  isAnchored: boolean
  /** Length in octets after normalisation; the longest matching rule wins (RFC 9309 2.2.2). */
  octets: number
}

const UNRESERVED = /^[\w.~-]$/
const ENCODER = new TextEncoder()

/** Prepares the path of a rule. `*` stands for any characters, `$` at the end for the end. */
export function compilePath(rule: string): PathPattern {
  const isAnchored = rule.endsWith('$')
  const body = isAnchored ? rule.slice(0, -1) : rule
  const pieces = body.split('*').map(normalisePath)
  const wildcards = pieces.length - 1
  const literal = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return { pieces, isAnchored, octets: literal + wildcards + (isAnchored ? 1 : 0) }
}

/**
 * Whether a path, normalised, matches. Each piece is looked for once and from where the piece before it ended: the
 * leftmost place is always good enough, so nothing is ever tried twice.
 */
export function matchesPath({ pieces, isAnchored }: PathPattern, path: string): boolean {
  const [first = '', ...rest] = pieces
  if (!path.startsWith(first)) return false
  let at = first.length
  if (rest.length === 0) return !isAnchored || at === path.length
  const last = isAnchored ? rest.pop() : undefined
  for (const piece of rest) {
    const found = path.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return last === undefined || (path.length - last.length >= at && path.endsWith(last))
}

/**
 * One spelling for every path that means the same (RFC 9309 2.2.2): unreserved characters plain, everything outside
 * ASCII and the wildcards percent-encoded, escapes in capitals. Linear in the length.
 */
export function normalisePath(path: string): string {
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

import { lettersOf, type PathText } from './path-text.ts'
import { ONE, STAR, parseGlob, type Code } from './parse-glob.ts'

/** One segment of a path; `head` and `tail` are what stands before its first and after its last wildcard. */
type NarrowSegment =
  | { kind: 'literal'; text: string }
  | { kind: 'wild'; codes: readonly Code[]; head: string; tail: string }
type Segment = { kind: 'depth' } | NarrowSegment

/** One of the patterns that a glob's braces stand for. */
export interface Pattern {
  segments: readonly Segment[]
  /** What stands between the wildcards, each once: a text that lacks one of them is not meant. */
  pieces: readonly string[]
  /** Which characters the pieces have, as `PathText` has them of a path. */
  letters: number
  /** How many segments a path has, or -1 where `**` leaves it open. */
  depth: number
  /** What a text must begin and end with; most texts go no further. */
  prefix: string
  suffix: string
  isLiteral: boolean
  /** Where the last `**` stands, or -1: what follows it can only be the path's end. */
  lastDepth: number
}

/** A glob that is ready to be compared; made by `compileGlob`. */
export interface Glob {
  patterns: readonly Pattern[]
}

/**
 * Reads a glob: `*` any characters of a segment (a segment that is only `*` has at least one), `?` one character of a
 * segment, `**` between slashes any number of segments and none as well, so that `/docs/**` is `/docs` and all below it,
 * `{a,b}` either, `\` takes the next character as it is. Case counts. Throws SyntaxError.
 */
export function compileGlob(glob: string): Glob {
  return { patterns: parseGlob(glob).map((segments) => patternOf(segments.map(segmentOf))) }
}

/** What is wrong with a glob, for its author; undefined if nothing is. */
export function globProblem(glob: string): string | undefined {
  try {
    parseGlob(glob)
    return undefined
  } catch (error) {
    if (error instanceof SyntaxError) return error.message // how parseGlob says so
    throw error
  }
}

/** Whether a whole text is as the glob says, in steps of at most the text's length times the glob's. */
export function matchesGlob({ patterns }: Glob, path: PathText): boolean {
  return patterns.some((pattern) => matchesPattern(pattern, path))
}

function segmentOf(codes: readonly Code[]): Segment {
  if (codes.length === 2 && codes.every((code) => code === STAR)) return { kind: 'depth' }
  const first = codes.findIndex((code) => code < 0)
  if (first < 0) return { kind: 'literal', text: String.fromCodePoint(...codes) }
  const last = codes.findLastIndex((code) => code < 0)
  return {
    kind: 'wild',
    codes,
    head: String.fromCodePoint(...codes.slice(0, first)),
    tail: String.fromCodePoint(...codes.slice(last + 1)),
  }
}

function patternOf(segments: readonly Segment[]): Pattern {
  const fixed = segments.findIndex(({ kind }) => kind !== 'literal')
  const open = fixed < 0 ? undefined : segments[fixed]
  const starts = segments.slice(0, fixed < 0 ? segments.length : fixed).map(textOf)
  if (open?.kind === 'wild') starts.push(open.head)
  const end = segments.at(-1)
  const pieces = [...new Set(segments.flatMap(piecesOf))].filter((piece) => piece !== '')
  const lastDepth = segments.findLastIndex(({ kind }) => kind === 'depth')
  return {
    segments,
    pieces,
    letters: lettersOf(pieces.join('')),
    depth: lastDepth < 0 ? segments.length : -1,
    prefix: starts.join('/'),
    suffix: end?.kind === 'wild' ? end.tail : end ? textOf(end) : '',
    isLiteral: fixed < 0,
    lastDepth,
  }
}

/** What stands between the wildcards of a segment. */
function piecesOf(segment: Segment): string[] {
  if (segment.kind === 'depth') return []
  if (segment.kind === 'literal') return [segment.text]
  const pieces = ['']
  for (const code of segment.codes) {
    if (code < 0) pieces.push('')
    else pieces.push(`${pieces.pop() ?? ''}${String.fromCodePoint(code)}`)
  }
  return pieces
}

const textOf = (segment: Segment): string => (segment.kind === 'literal' ? segment.text : '')

/** The same for one pattern. */
export function matchesPattern(pattern: Pattern, path: PathText): boolean {
  const { text, segments, letters } = path
  if (pattern.isLiteral) return text === pattern.prefix
  return (
    (pattern.letters & ~letters) === 0 &&
    (pattern.depth < 0 || pattern.depth === segments.length) &&
    text.startsWith(pattern.prefix) &&
    text.endsWith(pattern.suffix) &&
    matchesSegments(pattern, segments)
  )
}

/** Goes back to the latest `**` alone: what an earlier one could still take, that one can take as well. */
function matchesSegments({ segments, lastDepth }: Pattern, path: readonly string[]): boolean {
  let p = 0
  let afterDepth = -1
  let retry = 0
  for (let s = 0; s < path.length;) {
    const segment = segments[p]
    if (segment?.kind === 'depth') {
      if (p === lastDepth) return matchesEnd(segments.slice(p + 1), path, s)
      afterDepth = ++p
      retry = s
    } else if (segment && matchesSegment(segment, path[s] ?? '')) {
      p++
      s++
    } else if (afterDepth < 0) return false
    else {
      p = afterDepth
      s = ++retry
    }
  }
  return segments.slice(p).every(({ kind }) => kind === 'depth')
}

/** Whether the path ends with these segments, none of which is earlier than `from`. */
function matchesEnd(ends: readonly Segment[], path: readonly string[], from: number): boolean {
  const start = path.length - ends.length
  return (
    start >= from &&
    ends.every((end, i) => end.kind !== 'depth' && matchesSegment(end, path[start + i] ?? ''))
  )
}

function matchesSegment(segment: NarrowSegment, text: string): boolean {
  if (segment.kind === 'literal') return segment.text === text
  if (segment.codes.length === 1 && segment.codes[0] === STAR) return text !== ''
  return (
    text.startsWith(segment.head) &&
    text.endsWith(segment.tail) &&
    matchesCodes(segment.codes, text)
  )
}

/** The same for the characters of a segment and its last `*`. */
function matchesCodes(codes: readonly Code[], text: string): boolean {
  let c = 0
  let afterStar = -1
  let retry = 0
  for (let t = 0; t < text.length;) {
    const code = codes[c]
    const character = text.codePointAt(t) ?? 0
    if (code === STAR) {
      afterStar = ++c
      if (afterStar === codes.length) return true
      retry = t
    } else if (code === character || code === ONE) {
      c++
      t += character > 0xffff ? 2 : 1
    } else if (afterStar < 0) return false
    else {
      c = afterStar
      t = ++retry
    }
  }
  return codes.slice(c).every((code) => code === STAR)
}

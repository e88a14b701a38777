import { matchesWildcards } from '../../lib/text/wildcards/match-wildcards.ts'
import { ONE, STAR, TextPattern, type TextPlace } from '../../lib/text/wildcards/text-pattern.ts'
import { characterBitsOf, type PathText } from './path-text.ts'
import { parseGlob, STAR_CODE, type Code } from './parse-glob.ts'

/** A segment of a glob; `head` and `tail` are the texts before its first and after its last wildcard. */
type NarrowSegment =
  | { kind: 'literal'; text: string }
  | {
      kind: 'wild'
      /** True for a segment that is only `*`, which stands for at least one character. */
      isStar: boolean
      places: readonly TextPlace[]
      pattern: TextPattern
      head: string
      tail: string
    }
type Segment = { kind: 'depth' } | NarrowSegment

/** One of the patterns that a glob's braces stand for. */
export interface GlobPattern {
  segments: readonly Segment[]
  /** The texts between the wildcards, each once: a path that lacks one of them does not match. */
  pieces: readonly string[]
  /** The characters of the pieces as bits (`characterBitsOf`), to be compared with those of a path. */
  characterBits: number
  /** The number of segments, or -1 where `**` leaves it open. */
  depth: number
  /** The text with which every matching text begins, as it ends with `suffix`; most texts fail here. */
  prefix: string
  suffix: string
  isLiteral: boolean
}

/** A glob that is ready to be compared; made by `compileGlob`. */
export interface Glob {
  patterns: readonly GlobPattern[]
}

/**
 * Reads a glob: `*` any characters of a segment (a segment that is only `*` has at least one), `?` one character of a
 * segment, `**` between slashes any number of segments and none as well, so that `/docs/**` is `/docs` and all below
 * it, `{a,b}` either, `\` takes the next character as it is. Case counts. Throws SyntaxError.
 */
export function compileGlob(glob: string): Glob {
  return { patterns: parseGlob(glob).map((segments) => patternOf(segments.map(segmentOf))) }
}

/** Returns a sentence for a glob's author on what is wrong with the glob; undefined if nothing is. */
export function globProblem(glob: string): string | undefined {
  try {
    parseGlob(glob)
    return undefined
  } catch (error) {
    if (error instanceof SyntaxError) return error.message // how parseGlob says so
    throw error
  }
}

/**
 * True for a text that a glob matches as a whole. Takes at most as many steps as the text's length times the glob's.
 */
export function matchesGlob({ patterns }: Glob, path: PathText): boolean {
  return patterns.some((pattern) => matchesPattern(pattern, path))
}

function segmentOf(codes: readonly Code[]): Segment {
  if (codes.length === 2 && codes.every((code) => code === STAR_CODE)) return { kind: 'depth' }
  const first = codes.findIndex((code) => code < 0)
  if (first < 0) return { kind: 'literal', text: String.fromCodePoint(...codes) }
  const last = codes.findLastIndex((code) => code < 0)
  const places = placesOf(codes)
  return {
    kind: 'wild',
    isStar: places.length === 1 && places[0] === STAR,
    places,
    pattern: new TextPattern(places),
    head: String.fromCodePoint(...codes.slice(0, first)),
    tail: String.fromCodePoint(...codes.slice(last + 1)),
  }
}

function placesOf(codes: readonly Code[]): TextPlace[] {
  const places: TextPlace[] = []
  for (const code of codes) {
    const before = places.at(-1)
    if (code < 0) places.push(code === STAR_CODE ? STAR : ONE)
    else if (typeof before === 'string') {
      places[places.length - 1] = before + String.fromCodePoint(code)
    } else places.push(String.fromCodePoint(code))
  }
  return places
}

function patternOf(segments: readonly Segment[]): GlobPattern {
  const fixed = segments.findIndex(({ kind }) => kind !== 'literal')
  const open = fixed < 0 ? undefined : segments[fixed]
  const starts = segments.slice(0, fixed < 0 ? segments.length : fixed).map(textOf)
  if (open?.kind === 'wild') starts.push(open.head)
  const end = segments.at(-1)
  const pieces = [...new Set(segments.flatMap(piecesOf))].filter((piece) => piece !== '')
  const isOpen = segments.some(({ kind }) => kind === 'depth')
  return {
    segments,
    pieces,
    characterBits: characterBitsOf(pieces.join('')),
    depth: isOpen ? -1 : segments.length,
    prefix: starts.join('/'),
    suffix: end?.kind === 'wild' ? end.tail : end ? textOf(end) : '',
    isLiteral: fixed < 0,
  }
}

function piecesOf(segment: Segment): string[] {
  if (segment.kind === 'depth') return []
  if (segment.kind === 'literal') return [segment.text]
  return segment.places.filter((place) => typeof place === 'string')
}

const textOf = (segment: Segment): string => (segment.kind === 'literal' ? segment.text : '')

/** True for a text that one pattern of a glob matches as a whole. */
export function matchesPattern(pattern: GlobPattern, path: PathText): boolean {
  const { text, segments, characterBits } = path
  if (pattern.isLiteral) return text === pattern.prefix
  return (
    (pattern.characterBits & ~characterBits) === 0 &&
    (pattern.depth < 0 || pattern.depth === segments.length) &&
    text.startsWith(pattern.prefix) &&
    text.endsWith(pattern.suffix) &&
    matchesSegments(pattern, segments)
  )
}

/** True where the segments of a path match those of a pattern, in which `**` stands for any number of segments. */
function matchesSegments({ segments }: GlobPattern, path: readonly string[]): boolean {
  return matchesWildcards(
    {
      length: segments.length,
      isStar: (place) => segments[place]?.kind === 'depth',
      take: (place, at) => {
        const segment = segments[place]
        const takes = segment && segment.kind !== 'depth' && matchesSegment(segment, path[at] ?? '')
        return takes ? at + 1 : -1
      },
    },
    path.length,
  )
}

function matchesSegment(segment: NarrowSegment, text: string): boolean {
  if (segment.kind === 'literal') return segment.text === text
  if (segment.isStar) return text !== ''
  return (
    text.startsWith(segment.head) && text.endsWith(segment.tail) && segment.pattern.matches(text)
  )
}

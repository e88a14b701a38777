import { decodeEscapes } from './path-text.ts'

export const MAX_GLOB_LENGTH = 256

/** The most patterns that one glob's braces may stand for. */
export const MAX_ALTERNATIVES = 32

/** A code point, or one of two negative marks for wildcards. */
export type Code = number
export const STAR_CODE: Code = -1
const ONE_CODE: Code = -2
const SLASH = 0x2f

interface Cursor {
  readonly characters: readonly string[]
  at: number
}

/**
 * Reads a glob: for each pattern that its braces stand for, the codes of its segments. Throws SyntaxError, whose
 * message says what to change.
 */
export function parseGlob(glob: string): Code[][][] {
  if (glob === '') throw new SyntaxError('A glob must not be empty')
  if (glob.length > MAX_GLOB_LENGTH) {
    throw new SyntaxError(`A glob has at most ${MAX_GLOB_LENGTH} characters`)
  }
  const cursor = { characters: Array.from(decodeEscapes(glob)), at: 0 }
  const alternatives = parseSequence(cursor, false)
  return alternatives.map(segmentsOf)
}

/** Parses up to the end, or inside braces up to the comma or brace that ends the alternative. */
function parseSequence(cursor: Cursor, isInBraces: boolean): Code[][] {
  let alternatives: Code[][] = [[]]
  while (cursor.at < cursor.characters.length) {
    const character = cursor.characters[cursor.at] ?? ''
    if (isInBraces && (character === ',' || character === '}')) break
    cursor.at++
    if (character === '}') throw new SyntaxError('A } has no {; write \\} for the character itself')
    if (character === '{') alternatives = product(alternatives, parseBraces(cursor))
    else {
      const code = codeOf(character, cursor)
      for (const codes of alternatives) codes.push(code)
    }
  }
  return alternatives
}

function parseBraces(cursor: Cursor): Code[][] {
  const alternatives: Code[][] = []
  for (;;) {
    alternatives.push(...parseSequence(cursor, true))
    assertFew(alternatives.length)
    const end = cursor.characters[cursor.at++]
    if (end === '}') return alternatives
    if (end === undefined) {
      throw new SyntaxError('A { is never closed; write \\{ for the character itself')
    }
  }
}

function product(starts: readonly Code[][], ends: readonly Code[][]): Code[][] {
  assertFew(starts.length * ends.length)
  return starts.flatMap((start) => ends.map((end) => [...start, ...end]))
}

function assertFew(count: number): void {
  if (count > MAX_ALTERNATIVES) {
    throw new SyntaxError(`Braces stand for at most ${MAX_ALTERNATIVES} patterns; use several`)
  }
}

function codeOf(character: string, cursor: Cursor): Code {
  if (character === '*') return STAR_CODE
  if (character === '?') return ONE_CODE
  if (character !== '\\') return character.codePointAt(0) ?? 0
  const escaped = cursor.characters[cursor.at++]
  if (escaped === undefined) {
    throw new SyntaxError('A \\ at the end escapes nothing; write \\\\ for the character itself')
  }
  return escaped.codePointAt(0) ?? 0
}

function segmentsOf(codes: readonly Code[]): Code[][] {
  let segment: Code[] = []
  const segments = [segment]
  for (const code of codes) {
    if (code === SLASH) segments.push((segment = []))
    else segment.push(code)
  }
  if (segments.some(hasDeepStarInside)) {
    throw new SyntaxError('** stands alone between slashes, as in /docs/**/*.html')
  }
  return segments
}

const hasDeepStarInside = (segment: readonly Code[]): boolean =>
  segment.length > 2 &&
  segment.some((code, i) => code === STAR_CODE && segment[i + 1] === STAR_CODE)

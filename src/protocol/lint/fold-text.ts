import { classesAt, IGNORED, MARK, SINGLE, widthAt } from './char-classes.ts'
import { foldedCluster, foldedUnit, MULTIPLE_UNITS } from './fold-cluster.ts'

/** A text in the form that the rules match. */
export interface FoldedText {
  /** The text in compatibility form (NFKC), with case and diacritics folded and invisible characters removed. */
  readonly text: string
  /** The start of each UTF-16 unit of `text` in the original, in UTF-16 units. */
  readonly starts: Offsets
  /** The end of each UTF-16 unit of `text` in the original (exclusive). */
  readonly ends: Offsets
}

type Offsets = Readonly<ArrayLike<number>>

const IDENTITY_CHARS = 8_001
const identity = Int32Array.from({ length: IDENTITY_CHARS }, (_, i) => i)
const identityEnds = identity.subarray(1)

/** Folds a text for matching: NFKC, ignorable characters removed, lower case, accents of European alphabets removed. */
export function foldText(text: string): FoldedText {
  const codes: number[] = []
  for (let at = 0; at < text.length; at++) {
    const unit = foldedUnit(text.charCodeAt(at))
    if (unit === MULTIPLE_UNITS || isExtended(text, at + 1)) return foldClusters(text, codes)
    codes.push(unit)
  }
  if (text.length < IDENTITY_CHARS) {
    return { text: textOf(codes), starts: identity, ends: identityEnds }
  }
  const starts = codes.map((_, i) => i)
  return { text: textOf(codes), starts, ends: starts.map((start) => start + 1) }
}

/** Folds a text whose first units are folded already, as `codes` has them. */
function foldClusters(text: string, codes: number[]): FoldedText {
  const starts = codes.map((_, i) => i)
  const ends = codes.map((_, i) => i + 1)
  for (let at = codes.length; at < text.length;) {
    const unit = foldedUnit(text.charCodeAt(at))
    if (unit !== MULTIPLE_UNITS && !isExtended(text, at + 1)) {
      codes.push(unit)
      starts.push(at)
      ends.push(++at)
      continue
    }
    const end = endOfCluster(text, at)
    const folded = withinExcess(foldedCluster(text.slice(at, end)), codes.length - at)
    for (let i = 0; i < folded.length; i++) {
      codes.push(folded.charCodeAt(i))
      starts.push(at)
      ends.push(end)
    }
    at = end
  }
  return { text: textOf(codes), starts, ends }
}

/** The most UTF-16 units by which signs that are whole words may lengthen the folded text. */
const MAX_EXCESS = 2_000

/**
 * Returns the folded form of a sign, or its first character alone once signs such as ㌖ (kilometre), which become up to
 * six words, have lengthened the text too much. No text needs hundreds of them.
 */
function withinExcess(folded: string, excess: number): string {
  const isOverlong = excess > MAX_EXCESS && folded.length > 2
  return isOverlong && (classesAt(folded, 0) & SINGLE) !== 0 ? folded.charAt(0) : folded
}

const MAX_ARGUMENTS = 4_096

function textOf(codes: readonly number[]): string {
  if (codes.length <= MAX_ARGUMENTS) return String.fromCharCode(...codes)
  let text = ''
  for (let from = 0; from < codes.length; from += MAX_ARGUMENTS) {
    text += String.fromCharCode(...codes.slice(from, from + MAX_ARGUMENTS))
  }
  return text
}

/** True where combining marks or invisible characters extend the character before them. */
function isExtended(text: string, at: number): boolean {
  if (!(text.charCodeAt(at) >= 0x80)) return false
  return (classesAt(text, at) & (MARK | IGNORED)) !== 0
}

function endOfCluster(text: string, start: number): number {
  let end = start + widthAt(text, start)
  while (end < text.length && isExtended(text, end)) end += widthAt(text, end)
  return end
}

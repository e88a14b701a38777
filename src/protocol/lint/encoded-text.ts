import { findDecodable } from './decodable-text.ts'
import { containsRuleWords } from './find-phrases.ts'
import { findSpacedLetters } from './spaced-letters.ts'
import type { Span } from './span.ts'

const MIN_CHARS = 60
/** Matches a run of percent, backslash or HTML escapes, which write letters as numbers. */
const ESCAPES =
  /(?:%[0-9A-Fa-f]{2}){20,}|(?:\\[xu]\{?[0-9A-Fa-f]{2,6}\}?){15,}|(?:&#x?[0-9A-Fa-f]{1,6};){12,}|(?:[01]{8}[ ,]?){8,}|(?:(?:0x)?[0-9A-Fa-f]{2}[ :,]){30,}/g

/** Matches sixteen spaced-out letters or more: alphabets, notes and short sequences are honest, sentences are not. */
const SPACED = /(?<![\p{L}\p{N}])(?:\p{L} ){15,}\p{L}(?![\p{L}\p{N}])/gu

interface EncodedOptions {
  readonly urls: readonly Span[]
  /** The addresses that belong to the site itself. */
  readonly own: readonly Span[]
  /**
   * True for a template. A rendered text contains the address of the page; an address in a template was written by a
   * person.
   */
  readonly isTemplate: boolean
}

/**
 * Finds encoded text: long runs of base64 and the like, many escapes, spaced-out letters, and shorter runs that
 * decode to words. In addresses, whose slashes and hyphens make them readable, only whole segments count; pages of
 * the site itself may have any.
 */
export function findEncoded(text: string, { urls, own, isTemplate }: EncodedOptions): Span[] {
  const inUrl = spanLookup(urls)
  const inOwn = spanLookup(own)
  const runs = longRuns(text).filter((span) => {
    const run = text.slice(span.start, span.end)
    if (inOwn(span.start) && (!isTemplate || !hasMixedSegment(run))) return false
    return inUrl(span.start) ? segments(run).some(isLong) : isEncoded(run)
  })
  const found = [...runs, ...findSpaced(text), ...findDecodable(text)]
  if (!mayHaveEscapes(text)) return found
  const inUrlAgain = spanLookup(urls)
  const escapes = [...text.matchAll(ESCAPES)]
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
    .filter(({ start }) => !inUrlAgain(start))
  return [...found, ...escapes]
}

const findSpaced = (text: string): Span[] =>
  findSpacedLetters(text, SPACED)
    .filter(([spaced]) => containsRuleWords(spaced.replaceAll(' ', '')))
    .map(({ 0: spaced, index }) => ({ start: index, end: index + spaced.length }))

const segments = (run: string): string[] => run.split(/[-_/=+]/)
const isLong = (part: string): boolean => part.length >= MIN_CHARS
/** True for a run with a segment of both cases, as base64 has; checksums and long words have one case. */
const hasMixedSegment = (run: string): boolean =>
  segments(run).some((part) => isLong(part) && /[a-z]/.test(part) && /[A-Z]/.test(part))

/**
 * Makes a lookup that tells whether a place lies in one of the spans. Spans, and the places that are asked about, must
 * come in the order of the text.
 */
function spanLookup(spans: readonly Span[]): (place: number) => boolean {
  let next = 0
  return (place) => {
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) <= place) next++
    return (spans[next]?.start ?? Number.POSITIVE_INFINITY) <= place
  }
}

const LOWER = 1
const UPPER = 2
const DIGIT = 3
const OTHER = 4
/** The kind of each ASCII character that encoded text is written in; 0 for the others. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/[a-z]/.test(char)) return LOWER
  if (/[A-Z]/.test(char)) return UPPER
  if (/\d/.test(char)) return DIGIT
  return /[+/=_-]/.test(char) ? OTHER : 0
})
const kindAt = (text: string, at: number): number => KINDS[text.charCodeAt(at)] ?? 0

/** Finds runs of at least 60 characters of base64, hexadecimal and the like. */
function longRuns(text: string): Span[] {
  const runs: Span[] = []
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    if (kindAt(text, at) !== 0) continue
    if (at - start >= MIN_CHARS) runs.push({ start, end: at })
    start = at + 1
  }
  return runs
}

/**
 * True for a run whose kind of character changes often. In encoded text it changes at every second character; in words
 * joined by slashes or hyphens it rarely does.
 */
function isEncoded(run: string): boolean {
  if (!/[-_/+]/.test(run)) return /[A-Za-z0-9]/.test(run)
  let changes = 0
  for (let at = 1; at < run.length; at++) if (kindAt(run, at) !== kindAt(run, at - 1)) changes++
  return changes >= run.length * 0.4 && /\d/.test(run) && /[A-Z]/.test(run)
}

/** The least number of each escape character in the shortest run of escapes that uses that character. */
const MIN_MARKS: readonly (readonly [mark: string, count: number])[] = [
  ['%', 20],
  ['\\', 15],
  ['&', 12],
]
const MIN_BITS = 64
const MIN_PAIRS = 30
const BIT = 1
const SEPARATOR = 2
/** The kind of each ASCII character in escapes: a bit, or a separator between pairs of hexadecimal digits. */
const ESCAPE_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (char === '0' || char === '1') return BIT
  return char === ' ' || char === ':' || char === ',' ? SEPARATOR : 0
})

/**
 * True for a text that has enough escape characters for the shortest run of escapes; a cheap test, false for most
 * texts.
 */
function mayHaveEscapes(text: string): boolean {
  let bits = 0
  let pairs = 0
  let lastSeparator = 0
  for (let at = 0; at < text.length; at++) {
    const kind = ESCAPE_KINDS[text.charCodeAt(at)] ?? 0
    if (kind === 0) continue
    if (kind === BIT) bits++
    else {
      // A separator stands behind each pair of digits, with or without `0x`.
      const distance = at - lastSeparator
      pairs = distance === 3 || distance === 5 ? pairs + 1 : 1
      if (pairs >= MIN_PAIRS) return true
      lastSeparator = at
    }
  }
  return bits >= MIN_BITS || MIN_MARKS.some(([mark, count]) => hasAtLeast(text, mark, count))
}

function hasAtLeast(text: string, mark: string, count: number): boolean {
  let found = 0
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    if (++found >= count) return true
  }
  return false
}

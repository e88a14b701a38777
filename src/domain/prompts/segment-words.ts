import {
  ALNUM,
  classesAt,
  classesIn,
  UNSPACED,
  widthAt,
  WORD,
} from '../../protocol/lint/char-classes.ts'
import { segmentsIn } from '../../lib/text/segments.ts'
import { withoutMarkRuns } from './clean-value.ts'

const MAX_WORD_CHARS = 40

/**
 * The segmenter of words; one locale serves every script without spaces, since ICU chooses the dictionary by script.
 */
const SEGMENTER = new Intl.Segmenter('ja', { granularity: 'word' })

export interface SegmentedWord {
  /** The original spelling of the word. */
  text: string
  /** True when only nothing or a single space stands between it and the word before. */
  joinsPrevious: boolean
}

/** True when a text has words of a script without spaces between words. */
export const hasUnspaced = (text: string): boolean => (classesIn(text) & UNSPACED) !== 0

/** Returns the first `max` words of a text in NFKC. Words of more than 40 characters are left out. */
export function segmentWords(text: string, max: number): SegmentedWord[] {
  const words: SegmentedWord[] = []
  forEachWord(text, max, (word, joinsPrevious) => words.push({ text: word, joinsPrevious }))
  return words
}

/** Calls `take` with each word of `segmentWords`, and whether it joins the one before. */
export function forEachWord(
  text: string,
  max: number,
  take: (word: string, joinsPrevious: boolean) => void,
): void {
  // Limits the work on text with few words; twenty characters a word are enough in every language.
  const maxChars = max * 20
  const plain = normaliseText(text.slice(0, maxChars)).slice(0, maxChars)
  let end = -1
  let count = 0
  const add = (start: number, wordEnd: number): boolean => {
    if (count === max) return false
    const joinsPrevious =
      end === start || (start === end + 1 && plain.charCodeAt(end) === SPACE_CODE)
    const isShort = wordEnd - start <= MAX_WORD_CHARS
    if (isShort) {
      count += 1
      take(plain.slice(start, wordEnd), joinsPrevious)
    }
    // The word after an omitted one joins nothing.
    end = isShort ? wordEnd : -1
    return true
  }
  if (hasUnspaced(plain)) forEachUnspacedWord(plain, add)
  else forEachSpacedWord(plain, add)
}

const SPACE_CODE = 0x20

function normaliseText(text: string): string {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 0x7f) return withoutMarkRuns(text).normalize('NFKC')
  }
  return text
}

/** Receives the start and end of a word; returns false to stop. */
type WordVisitor = (start: number, end: number) => boolean

/** Visits words of letters or digits, with hyphens and apostrophes inside. */
function forEachSpacedWord(text: string, take: WordVisitor): void {
  for (let at = 0; at < text.length;) {
    if ((classesAt(text, at) & ALNUM) === 0) {
      at += widthAt(text, at)
      continue
    }
    const start = at
    at = endOfPart(text, at)
    while (isInnerMark(text.charCodeAt(at)) && (classesAt(text, at + 1) & ALNUM) !== 0) {
      at = endOfPart(text, at + 1)
    }
    if (!take(start, at)) return
  }
}

function endOfPart(text: string, start: number): number {
  let end = start
  while ((classesAt(text, end) & WORD) !== 0)
    end += text.charCodeAt(end) < 0x80 ? 1 : widthAt(text, end)
  return end
}

const isInnerMark = (code: number): boolean => code === 0x27 || code === 0x2d || code === 0x2019

/**
 * Visits the words of a text that is partly in a script without spaces. Only chunks with other characters than ASCII
 * letters and digits go to the segmenter: on most pages that is a name or two, and no word spans a space.
 */
function forEachUnspacedWord(text: string, take: WordVisitor): void {
  let pending = -1
  for (let start = 0; start < text.length;) {
    const end = endOfChunk(text, start)
    if (!isPlainChunk(text, start, end)) {
      if (pending < 0) pending = start
    } else {
      if (pending >= 0 && !segmented(text, pending, start, take)) return
      pending = -1
      if (end > start && !take(start, end)) return
    }
    start = end + 1
  }
  if (pending >= 0) segmented(text, pending, text.length, take)
}

function endOfChunk(text: string, start: number): number {
  const space = text.indexOf(' ', start)
  return space < 0 ? text.length : space
}

function isPlainChunk(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (text.charCodeAt(at) > 0x7f || (classesAt(text, at) & ALNUM) === 0) return false
  }
  return true
}

function segmented(text: string, start: number, end: number, take: WordVisitor): boolean {
  for (const { segment, index, isWordLike } of segmentsIn(SEGMENTER, text.slice(start, end))) {
    if (isWordLike === true && !take(start + index, start + index + segment.length)) return false
  }
  return true
}

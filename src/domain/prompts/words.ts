import {
  ALNUM,
  classesAt,
  classesIn,
  UNSPACED,
  widthAt,
  WORD,
} from '../prompt-policy/char-classes.ts'
import { withoutMarkRuns } from './clean-value.ts'

const MAX_WORD_CHARS = 40

/** Finds words of scripts without spaces by dictionaries that are chosen by script, so one language does for all. */
const SEGMENTER = new Intl.Segmenter('ja', { granularity: 'word' })

export interface Word {
  /** As it was written. */
  text: string
  /** Whether nothing, or a single space, stands between it and the word before. */
  joinsPrevious: boolean
}

/** Whether text has words of a script without spaces between them. */
export const isUnspaced = (text: string): boolean => (classesIn(text) & UNSPACED) !== 0

/** The first `max` words of a text, NFKC, in its order. Words of more than 40 characters are left out. */
export function wordsOf(text: string, max: number): Word[] {
  const words: Word[] = []
  eachWord(text, max, (word, joinsPrevious) => words.push({ text: word, joinsPrevious }))
  return words
}

/** As `wordsOf`, one word after the other, each with whether it joins the one before. */
export function eachWord(
  text: string,
  max: number,
  take: (word: string, joinsPrevious: boolean) => void,
): void {
  // Bounds the work on text that has few words; twenty characters a word are enough in every language.
  const maxChars = max * 20
  const plain = compatibleForm(text.slice(0, maxChars)).slice(0, maxChars)
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
    // After a word that was left out, the next one joins nothing.
    end = isShort ? wordEnd : -1
    return true
  }
  if (isUnspaced(plain)) eachSegment(plain, add)
  else eachSpaced(plain, add)
}

const SPACE_CODE = 0x20

function compatibleForm(text: string): string {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 0x7f) return withoutMarkRuns(text).normalize('NFKC')
  }
  return text
}

/** Takes a word by where it begins and ends; false when it wants no more. */
type Taker = (start: number, end: number) => boolean

/** Words with letters or digits, hyphens and apostrophes inside. */
function eachSpaced(text: string, take: Taker): void {
  for (let at = 0; at < text.length;) {
    if ((classesAt(text, at) & ALNUM) === 0) {
      at += widthAt(text, at)
      continue
    }
    const start = at
    at = endOfPart(text, at)
    while (isJoint(text.charCodeAt(at)) && (classesAt(text, at + 1) & ALNUM) !== 0) {
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

const isJoint = (code: number): boolean => code === 0x27 || code === 0x2d || code === 0x2019

/**
 * Words of text that has some of a script without spaces. Only stretches that are more than letters and digits of ASCII
 * between spaces go to the segmenter: of a page, that is often a name or two, and nothing joins words across a space.
 */
function eachSegment(text: string, take: Taker): void {
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

function segmented(text: string, start: number, end: number, take: Taker): boolean {
  for (const { segment, index, isWordLike } of SEGMENTER.segment(text.slice(start, end))) {
    if (isWordLike === true && !take(start + index, start + index + segment.length)) return false
  }
  return true
}

import { classesOf, CYRILLIC, GREEK, LATIN, WORD } from './char-classes.ts'
import { isLatinConfusable } from './confusables.ts'
import type { Span } from './span.ts'

const SMALL = /\p{Ll}/u
/**
 * The least number of small Latin letters at which Greek letters in a word are suspicious; with fewer, they are
 * symbols: `sinθ`, `TNFα`, `µm`.
 */
const MIN_SMALL_LATIN = 4

/** Finds words that mix Latin letters with look-alike Cyrillic or Greek ones. */
export function findMixed(text: string): Span[] {
  const spans: Span[] = []
  let start = 0
  let classes = 0
  const close = (end: number): void => {
    const isCandidate = (classes & LATIN) !== 0 && (classes & (CYRILLIC | GREEK)) !== 0
    if (isCandidate && isMixed(text.slice(start, end))) spans.push({ start, end })
    classes = 0
  }
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0
    const width = code > 0xffff ? 2 : 1
    const found = classesOf(code)
    if ((found & WORD) === 0) {
      close(at)
      start = at + width
    } else classes |= found
    at += width
  }
  close(text.length)
  return spans
}

/**
 * True for a word whose Latin letters are mixed with look-alikes. The word must have Latin letters and letters of
 * another alphabet.
 */
function isMixed(word: string): boolean {
  let smallLatin = 0
  let hasGreek = false
  for (const letter of word) {
    const classes = classesOf(letter.codePointAt(0) ?? 0)
    if ((classes & LATIN) !== 0 && smallLatin < MIN_SMALL_LATIN && SMALL.test(letter)) smallLatin++
    if ((classes & (CYRILLIC | GREEK)) === 0 || !isLatinConfusable(letter.toLowerCase())) continue
    if ((classes & CYRILLIC) !== 0) return true
    hasGreek = true
  }
  return hasGreek && smallLatin >= MIN_SMALL_LATIN
}

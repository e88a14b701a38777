import { looksLatin } from './look-alikes.ts'
import type { Span } from './span.ts'

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const LATIN = /\p{Script=Latin}/u
const CYRILLIC = /\p{Script=Cyrillic}/u
const GREEK = /\p{Script=Greek}/u
/** Greek letters beside fewer small Latin ones are symbols: `sinθ`, `TNFα`, `µm`. */
const MIN_SMALL_LATIN = 4

/** Words that mix Latin letters with Cyrillic or Greek ones that look the same. */
export function findMixed(text: string): Span[] {
  if (!CYRILLIC.test(text) && !GREEK.test(text)) return []
  const spans: Span[] = []
  for (const match of text.matchAll(WORD)) {
    const [word] = match
    if (isMixed(word)) spans.push({ start: match.index, end: match.index + word.length })
  }
  return spans
}

function isMixed(word: string): boolean {
  if (!LATIN.test(word)) return false
  const letters = Array.from(word)
  const alike = letters.filter((letter) => looksLatin(letter.toLowerCase()))
  if (alike.some((letter) => CYRILLIC.test(letter))) return true
  const smallLatin = letters.filter((letter) => /\p{Ll}/u.test(letter) && LATIN.test(letter))
  return smallLatin.length >= MIN_SMALL_LATIN && alike.some((letter) => GREEK.test(letter))
}

import { STOP_WORD_LANGUAGES, stopWordsOf } from '../../domain/prompts/stop-words.ts'

/**
 * The number of joining words by which another language must lead before a sentence is plainly in it; languages share a
 * few.
 */
const MIN_LEAD = 2

/**
 * Returns the languages in which most of the words, given in lower case, are joining words; several where they have
 * equally many.
 */
export function likelyLanguages(words: readonly string[]): string[] {
  const counts = STOP_WORD_LANGUAGES.map((language) => countJoining(words, language))
  const most = Math.max(1, ...counts)
  return STOP_WORD_LANGUAGES.filter((_, i) => counts[i] === most)
}

/** Returns the languages that a text is plainly in; an empty list where it may well be in `granted`. */
export function otherLanguages(text: string, granted: string): string[] {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  const least = countJoining(words, granted) + MIN_LEAD
  return likelyLanguages(words).filter((language) => countJoining(words, language) >= least)
}

/** Counts the words that are joining words of a language. */
export function countJoining(words: readonly string[], language: string): number {
  const list = stopWordsOf(language)
  return words.filter((word) => list.has(word)).length
}

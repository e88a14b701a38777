import { STOP_WORD_LANGUAGES, stopWordsOf } from '../../domain/prompts/stop-words.ts'

/** The number of joining words by which a sentence is plainly not in a language; several share a few. */
const MIN_LEAD = 2

/** Lists the languages that know most of the words, in lower case, that only join others. */
export function likelyLanguages(words: readonly string[]): string[] {
  const counts = STOP_WORD_LANGUAGES.map((language) => countJoining(words, language))
  const most = Math.max(1, ...counts)
  return STOP_WORD_LANGUAGES.filter((_, i) => counts[i] === most)
}

/** Lists the languages that a text is plainly in, rather than in one that is taken for granted. */
export function otherLanguages(text: string, granted: string): string[] {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  const least = countJoining(words, granted) + MIN_LEAD
  return likelyLanguages(words).filter((language) => countJoining(words, language) >= least)
}

/** Counts the words that only join others in a language. */
export function countJoining(words: readonly string[], language: string): number {
  const list = stopWordsOf(language)
  return words.filter((word) => list.has(word)).length
}

import { hasCjkRuns } from '../../domain/search/cjk-segmentation.ts'
import { questionPhrases } from '../../domain/topics/phrases.ts'
import { stem } from '../../domain/topics/stem.ts'

/**
 * Returns the nouns of a question that no text has in any form. If there are no such nouns, a page may answer the
 * question in other words: verbs and adjectives are replaced freely, but not the subject of a page.
 */
export function missingNouns(
  question: string,
  texts: readonly string[],
  language: string,
): string[] {
  const nouns = questionPhrases(question, language)
    .phrases.filter(({ key, isNoun, isWeak }) => isNoun && !isWeak && !key.includes(' '))
    .map(({ label }) => label.toLowerCase())
  const stems = new Map(
    nouns.map((noun) => [noun, wordsOf(noun).map((one) => stem(one, language))]),
  )
  const found = stemsLike([...stems.values()].flat(), texts, language)
  return nouns.filter(
    (noun) =>
      !(stems.get(noun) ?? []).every((one) => found.has(one)) &&
      !(hasCjkRuns(noun) && texts.some((text) => text.toLowerCase().includes(noun))),
  )
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const MAX_WORD_CHARS = 40
/** Returns the first letter without marks, since a stem may have lost its umlaut. */
const firstLetter = (word: string): string => word.normalize('NFD').charAt(0)

/** Returns the stems of all words of texts that begin with the same letter as a wanted stem. */
function stemsLike(
  wanted: readonly string[],
  texts: readonly string[],
  language: string,
): Set<string> {
  const letters = new Set(wanted.map(firstLetter))
  const words = new Set<string>()
  for (const text of texts) {
    for (const word of wordsOf(text)) if (letters.has(firstLetter(word))) words.add(word)
  }
  const read = [...words].filter((word) => word.length <= MAX_WORD_CHARS)
  return new Set(read.map((word) => stem(word, language)))
}

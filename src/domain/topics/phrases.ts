import { phrasesIn, type Phrase } from './phrase.ts'
import { contentWordRuns, questionWords } from './question-words.ts'

export interface QuestionPhrases {
  /** Phrases that the question may be about, in the order of the text. */
  phrases: readonly Phrase[]
  /** Pairs of neighbouring stems, by which near-duplicate questions are found. */
  bigrams: readonly string[]
  /** All of them, by which the heading that fits best is found. */
  stems: ReadonlySet<string>
}

const MAX_PHRASES = 12

/** Reads a redacted question. */
export function questionPhrases(text: string): QuestionPhrases {
  const words = questionWords(text)
  const runs = contentWordRuns(words)
  const stems = words.filter(({ isStop }) => !isStop).map((word) => word.stem)
  const byKey = new Map(phrasesIn(words, runs).map((phrase) => [phrase.key, phrase]))
  return {
    phrases: weightiest([...byKey.values()]),
    bigrams: [...new Set(stems.slice(1).map((one, i) => `${stems[i]} ${one}`))],
    stems: new Set(stems),
  }
}

/** Keeps the phrases that say most, in their order. */
function weightiest(phrases: readonly Phrase[]): readonly Phrase[] {
  if (phrases.length <= MAX_PHRASES) return phrases
  const kept = new Set(phrases.toSorted((a, b) => b.weight - a.weight).slice(0, MAX_PHRASES))
  return phrases.filter((phrase) => kept.has(phrase))
}

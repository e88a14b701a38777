import { phrasesOf, type Phrase } from './phrase.ts'
import { contentWordRuns, questionWords } from './question-words.ts'

export interface QuestionPhrases {
  /** Phrases that the question may be about, in the order of the text. */
  phrases: readonly Phrase[]
  /** Pairs of neighbouring stems, by which near-duplicate questions are found. */
  bigrams: readonly string[]
  /** All of them, by which the heading that fits best is found. */
  stems: ReadonlySet<string>
}

const MAX_PHRASES = 10

/** Reads a redacted question. */
export function questionPhrases(text: string): QuestionPhrases {
  const words = questionWords(text)
  const runs = contentWordRuns(words)
  const stems = words.filter(({ isStop }) => !isStop).map((word) => word.stem)
  const byKey = new Map(phrasesOf(runs).map((phrase) => [phrase.key, phrase]))
  return {
    phrases: [...byKey.values()].slice(0, MAX_PHRASES),
    bigrams: [...new Set(stems.slice(1).map((one, i) => `${stems[i]} ${one}`))],
    stems: new Set(stems),
  }
}

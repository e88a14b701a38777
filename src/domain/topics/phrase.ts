import type { QuestionWord } from './question-words.ts'

/** A few words that a question may be about. */
export interface Phrase {
  /** Stems, by which the same phrase is recognised. */
  key: string
  /** The original spelling: letters, digits, spaces, hyphens and apostrophes. */
  label: string
  /** How much the phrase says by itself: phrases of several words, and names, weigh more. */
  weight: number
}

const MAX_LABEL = 60

/** Every word of a run, and every two neighbours. */
export function phrasesOf(runs: readonly QuestionWord[][]): Phrase[] {
  return runs.flatMap((run) =>
    run.flatMap((_, start) =>
      [1, 2].flatMap((length) =>
        start + length <= run.length ? [phraseOf(run.slice(start, start + length))] : [],
      ),
    ),
  )
}

const LENGTH_WEIGHT = [0, 1, 1.7]
const NAME_WEIGHT = 1.6

function phraseOf(words: readonly QuestionWord[]): Phrase {
  const names = words.filter(({ isName }) => isName).length
  // A name next to an ordinary word is rarely one phrase.
  const isWhole = names === words.length || names === 0
  const weight = (LENGTH_WEIGHT[words.length] ?? 1) * (names === words.length ? NAME_WEIGHT : 1)
  return {
    key: words.map((word) => word.stem).join(' '),
    label: words
      .map(({ text }) => text)
      .join(' ')
      .slice(0, MAX_LABEL),
    weight: isWhole ? weight : weight * 0.6,
  }
}

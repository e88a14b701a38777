import { nameRuns } from './name-runs.ts'
import type { QuestionWord } from './question-words.ts'

/** A few words that a question may be about. */
export interface Phrase {
  /** Stems, by which the same phrase is recognised. */
  key: string
  /** The original spelling: letters, digits, spaces, hyphens and apostrophes. */
  label: string
  /** How much the phrase says by itself: phrases of several words, and names, weigh more. */
  weight: number
  /** True for what is found where there is a topic of it, and names none itself: half a name, a word of any subject. */
  isWeak: boolean
  /** True for a word beside which no other word of a subject stands, so that it may be short for a compound. */
  isAlone: boolean
}

const MAX_LABEL = 60

/** Every word, every two neighbours, and every whole name; the longer ones of the same words come last. */
export function phrasesIn(
  words: readonly QuestionWord[],
  runs: readonly (readonly QuestionWord[])[],
): Phrase[] {
  const names = nameRuns(words)
  const parts = new Set(names.flat())
  const short = runs.flatMap((run) =>
    run.flatMap((word, start) => {
      const pair = run.slice(start, start + 2)
      return [
        { ...phraseOf([word], parts), isAlone: run.length === 1 },
        ...(pair.length === 2 ? [phraseOf(pair, parts)] : []),
      ]
    }),
  )
  return [...short, ...names.map((name) => wholeName(name))]
}

const LENGTH_WEIGHT = [0, 1, 1.7, 2.1, 2.4]
const NAME_WEIGHT = 1.6
const MIXED_SHARE = 0.6
const WEAK_SHARE = 0.5

function phraseOf(words: readonly QuestionWord[], inNames: ReadonlySet<QuestionWord>): Phrase {
  const names = words.filter(({ isName }) => isName).length
  // A name next to an ordinary word is rarely one phrase.
  const isWhole = names === words.length || names === 0
  const isWeak =
    words.every(({ isGeneral }) => isGeneral) || words.some((word) => inNames.has(word))
  const weight =
    (LENGTH_WEIGHT[words.length] ?? 1) *
    (names === words.length ? NAME_WEIGHT : 1) *
    (isWhole ? 1 : MIXED_SHARE) *
    (isWeak ? WEAK_SHARE : 1)
  return { key: keyOf(words), label: labelOf(words), weight, isWeak, isAlone: false }
}

function wholeName(words: readonly QuestionWord[]): Phrase {
  const telling = words.filter(({ isStop }) => !isStop)
  const weight = (LENGTH_WEIGHT[telling.length] ?? 1) * NAME_WEIGHT
  return { key: keyOf(telling), label: labelOf(words), weight, isWeak: false, isAlone: false }
}

const keyOf = (words: readonly QuestionWord[]): string => words.map((word) => word.stem).join(' ')

/** Matches the ending by which something belongs to what a label names. */
const POSSESSIVE = /['’]s?$/

/** Writes words as a label: without the ending of the last one by which something belongs to it. */
function labelOf(words: readonly QuestionWord[]): string {
  const text = words.map(({ text: word, isAttached }, i) =>
    i > 0 && !isAttached ? ` ${word}` : word,
  )
  return text.join('').slice(0, MAX_LABEL).replace(POSSESSIVE, '')
}

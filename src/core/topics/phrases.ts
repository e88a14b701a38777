import { stem } from './stem.ts'
import { STOP_WORDS } from './stop-words.ts'

/** A few words that a question may be about. */
export interface Phrase {
  /** Stems, by which the same thing is found again. */
  key: string
  /** As it was written: letters, digits, spaces, hyphens and apostrophes. */
  label: string
  /** How much it says by itself: several words, and names, say more. */
  weight: number
}

export interface QuestionPhrases {
  /** What the question shares with a heading of its page, if it shares enough. */
  heading: Phrase | null
  /** What it may be about, in the order of the text. */
  phrases: readonly Phrase[]
  /** Pairs of neighbouring stems, by which questions that are nearly the same are found. */
  bigrams: readonly string[]
}

interface Word {
  text: string
  stem: string
  /** Written with a capital where a sentence does not ask for it. */
  isName: boolean
  isStop: boolean
}

const MAX_WORDS = 40
const MAX_LABEL = 60
const MAX_PHRASES = 10

/** A word of letters and digits, with hyphens and apostrophes inside; scripts without spaces give whole runs. */
const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu

/** Reads a redacted question, and the headings of the page that it was asked on. The same text gives the same answer. */
export function questionPhrases(text: string, headings: readonly string[]): QuestionPhrases {
  const words = wordsOf(text)
  const runs = runsOf(words)
  const stems = words.filter(({ isStop }) => !isStop).map((word) => word.stem)
  return {
    heading: sharedWith(headings, runs),
    phrases: candidates(runs),
    bigrams: [...new Set(stems.slice(1).map((one, i) => `${stems[i]} ${one}`))],
  }
}

function wordsOf(text: string): Word[] {
  const found = text.normalize('NFKC').match(WORD) ?? []
  return found.slice(0, MAX_WORDS).map((word, i) => {
    const lower = word.toLowerCase()
    const isNumber = /^\d+$/.test(word)
    return {
      text: word,
      stem: stem(lower),
      isName: i > 0 && /^\p{Lu}/u.test(word),
      isStop: STOP_WORDS.has(lower) || isNumber || Array.from(word).length < 2 || word.length > 40,
    }
  })
}

/** Stretches of words that say something, as the words between them cut them. */
function runsOf(words: readonly Word[]): Word[][] {
  const runs: Word[][] = []
  let run: Word[] = []
  for (const word of words) {
    if (!word.isStop) run.push(word)
    else if (run.length > 0) {
      runs.push(run)
      run = []
    }
  }
  return run.length > 0 ? [...runs, run] : runs
}

/** Every word of a run, and every two neighbours. */
function candidates(runs: readonly Word[][]): Phrase[] {
  const found = runs.flatMap((run) =>
    run.flatMap((_, start) =>
      [1, 2].flatMap((length) =>
        start + length <= run.length ? [phraseOf(run.slice(start, start + length))] : [],
      ),
    ),
  )
  const byKey = new Map(found.map((phrase) => [phrase.key, phrase]))
  return [...byKey.values()].slice(0, MAX_PHRASES)
}

const LENGTH_WEIGHT = [0, 1, 1.7]
const NAME_WEIGHT = 1.6

function phraseOf(words: readonly Word[]): Phrase {
  const names = words.filter(({ isName }) => isName).length
  // A name beside a word that is none is rarely one thing.
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

/** The longest stretch of a heading that the question has too, as the heading writes it. */
function sharedWith(headings: readonly string[], runs: readonly Word[][]): Phrase | null {
  const asked = new Set(runs.flatMap((run) => candidates([run]).map(({ key }) => key)))
  const shared = headings
    .flatMap((heading) => candidates(runsOf(wordsOf(heading))))
    .filter(({ key }) => asked.has(key))
    .toSorted((a, b) => b.key.split(' ').length - a.key.split(' ').length)
  return shared[0] ?? null
}

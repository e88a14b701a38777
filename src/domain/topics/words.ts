import { stem } from './stem.ts'
import { STOP_WORDS } from './stop-words.ts'

export interface Word {
  text: string
  stem: string
  /** Written with a capital where a sentence does not ask for it. */
  isName: boolean
  isStop: boolean
}

const MAX_CHARS = 2_000
const MAX_WORDS = 40
const MAX_WORD_CHARS = 40

/** A word of letters and digits, with hyphens and apostrophes inside; scripts without spaces give whole runs. */
const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu
const NUMBER = /^\d+$/
const CAPITAL = /^\p{Lu}/u

/** The first words of a text: at most 40, of its first 2,000 characters. */
export function wordsOf(text: string): Word[] {
  return wordTexts(text).map((word, i) => {
    const lower = word.toLowerCase()
    return {
      text: word,
      stem: stem(lower),
      isName: i > 0 && CAPITAL.test(word),
      isStop: isStop(word, lower),
    }
  })
}

/** Stems of the words that say something, in their order: those of `wordsOf`, for less. */
export function stemsOf(text: string): string[] {
  const stems: string[] = []
  for (const word of wordTexts(text)) {
    const lower = word.toLowerCase()
    if (!isStop(word, lower)) stems.push(stem(lower))
  }
  return stems
}

const wordTexts = (text: string): readonly string[] =>
  (text.slice(0, MAX_CHARS).normalize('NFKC').match(WORD) ?? []).slice(0, MAX_WORDS)

const isStop = (word: string, lower: string): boolean =>
  STOP_WORDS.has(lower) || NUMBER.test(word) || isShapeless(word)

/** One character says nothing, and what is as long as a key or an address is no word. */
const isShapeless = (word: string): boolean =>
  word.length > MAX_WORD_CHARS || word.length < 2 || (word.length === 2 && isOneCharacter(word))

const isOneCharacter = (word: string): boolean => (word.codePointAt(0) ?? 0) > 0xff_ff

/** Stretches of words that say something, as the words between them cut them. */
export function runsOf(words: readonly Word[]): Word[][] {
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

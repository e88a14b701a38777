import { stem } from './stem.ts'
import { STOP_WORDS } from './stop-words.ts'

export interface QuestionWord {
  text: string
  stem: string
  /** True for a capital letter that no sentence asks for. */
  isName: boolean
  isStop: boolean
}

const MAX_CHARS = 2_000
const MAX_WORDS = 40
const MAX_WORD_CHARS = 40

/** A word of letters and digits, with hyphens and apostrophes inside; in scripts without spaces a whole run. */
const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu
const NUMBER = /^\d+$/
const CAPITAL = /^\p{Lu}/u

/** The first words of a text: at most 40, from its first 2,000 characters. */
export function questionWords(text: string): QuestionWord[] {
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

/** Stems of the content words in their order: what `questionWords` would give, in less time. */
export function contentStems(text: string): string[] {
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
  STOP_WORDS.has(lower) || NUMBER.test(word) || isNoWord(word)

/** True for single characters, which say nothing, and for text as long as a key or an address. */
const isNoWord = (word: string): boolean =>
  word.length > MAX_WORD_CHARS || word.length < 2 || (word.length === 2 && isOneCharacter(word))

const isOneCharacter = (word: string): boolean => (word.codePointAt(0) ?? 0) > 0xff_ff

/** Splits words into runs of content words, at the stop words between them. */
export function contentWordRuns(words: readonly QuestionWord[]): QuestionWord[][] {
  const runs: QuestionWord[][] = []
  let run: QuestionWord[] = []
  for (const word of words) {
    if (!word.isStop) run.push(word)
    else if (run.length > 0) {
      runs.push(run)
      run = []
    }
  }
  return run.length > 0 ? [...runs, run] : runs
}

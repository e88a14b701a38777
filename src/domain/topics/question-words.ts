import { stopWordsOf } from '../prompts/stop-words.ts'
import { wordClass } from './closed-classes.ts'
import { isGeneralStem } from './general-words.ts'
import { nounPlaces } from './noun-places.ts'
import { stem } from './stem.ts'
import { STOP_WORDS } from './stop-words.ts'
import { verbPlaces } from './verbs.ts'
import { isSeveralWords, unspacedWords } from './unspaced-words.ts'

export interface QuestionWord {
  text: string
  stem: string
  /** True for a capital letter that no sentence asks for. */
  isName: boolean
  isStop: boolean
  /** True for a word that belongs to no subject, and says something only next to another. */
  isGeneral: boolean
  /** True for a verb, which is no part of a phrase and names no topic. */
  isVerb: boolean
  /** True where the word stands in a noun phrase. */
  isNoun: boolean
  /** True where no space stands before the word. */
  isAttached: boolean
}

const MAX_CHARS = 2_000
const MAX_WORDS = 40
const MAX_WORD_CHARS = 40

/** Matches a word of letters and digits, with hyphens and apostrophes inside; in scripts without spaces a whole run. */
const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu
/** Matches numbers, `19th` and `1950s` among them, and verbs that deny. */
const NUMBER = /^\d+(?:st|nd|rd|th|s)?$|n['’]t$/
const CAPITAL = /^\p{Lu}/u
/** Matches English adverbs and verbs in the past tense, which tell how something was done and not with what. */
const BENT = /^[a-z]{3,}(?:[^e]ed|ly)$/

/** Reads the first words of a text in a language: at most 40, from its first 2,000 characters. */
export function questionWords(text: string, language: string): QuestionWord[] {
  const texts = wordTexts(text, language)
  const verbs = verbPlaces(texts)
  const read = texts.map((word, i) => ({
    ...word,
    isStop: isStopWord(word, language),
    isVerb: verbs.has(i),
  }))
  const nouns = nounPlaces(read, language)
  return read.map(({ text: word, isAttached, isStop, isVerb }, i) => {
    const root = stem(word.toLowerCase(), language)
    return {
      // A particle of Korean is no part of a name.
      text: language === 'ko' && nouns.has(i) ? root : word,
      stem: root,
      isName: i > 0 && CAPITAL.test(word),
      isStop,
      isGeneral: isGeneralStem(root) || BENT.test(word) || isVerb,
      isVerb,
      isNoun: nouns.has(i),
      isAttached,
    }
  })
}

/** Returns the stems of the content words in their order: those that `questionWords` would give, in less time. */
export function contentStems(text: string, language: string): string[] {
  const stems: string[] = []
  for (const word of wordTexts(text, language)) {
    if (!isStopWord(word, language)) stems.push(stem(word.text.toLowerCase(), language))
  }
  return stems
}

interface CutWord {
  text: string
  isAttached: boolean
  /** True for a piece that only joins or bends words in a script without spaces. */
  isEnding: boolean
}

/** Matches the apostrophe behind an article or a preposition that has lost its vowel. */
const ELISION = /(?<=(?<!\p{L})\p{L}{1,4})['’](?=\p{L})/gu
const ELIDING: ReadonlySet<string> = new Set(['fr', 'it', 'ca'])

function wordTexts(whole: string, language: string): readonly CutWord[] {
  const words: CutWord[] = []
  const read = whole.slice(0, MAX_CHARS).normalize('NFKC')
  const text = ELIDING.has(language) ? read.replaceAll(ELISION, '’ ') : read
  for (const word of text.match(WORD) ?? []) {
    if (words.length >= MAX_WORDS) break
    if (isSeveralWords(word)) words.push(...unspacedWords(word))
    else words.push({ text: word, isAttached: false, isEnding: false })
  }
  return words.slice(0, MAX_WORDS)
}

const UNSPACED_STOPS = [stopWordsOf('ja'), stopWordsOf('zh')]

function isStopWord({ text: word, isEnding }: CutWord, language: string): boolean {
  const lower = word.toLowerCase()
  return (
    isEnding ||
    STOP_WORDS.has(lower) ||
    NUMBER.test(word) ||
    isNoWord(word) ||
    wordClass(lower, language) !== 'none' ||
    UNSPACED_STOPS.some((list) => list.has(word))
  )
}

/** True for single characters, which say nothing, and for text as long as a key or an address. */
const isNoWord = (word: string): boolean =>
  word.length > MAX_WORD_CHARS || word.length < 2 || (word.length === 2 && isOneCharacter(word))

const isOneCharacter = (word: string): boolean => (word.codePointAt(0) ?? 0) > 0xff_ff

/** Splits words into runs of content words, at the stop words between them; a verb is a run of its own. */
export function contentWordRuns(words: readonly QuestionWord[]): QuestionWord[][] {
  const runs: QuestionWord[][] = [[]]
  for (const word of words) {
    if (word.isVerb && !word.isStop) runs.push([word], [])
    else if (word.isStop) runs.push([])
    else runs.at(-1)?.push(word)
  }
  return runs.filter((run) => run.length > 0)
}

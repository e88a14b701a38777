import { stem } from '../topics/stem.ts'
import { bestPhrases } from './best-phrases.ts'
import { dictionaryFor, type PhraseDictionary } from './phrase-dictionary.ts'
import { PhraseTable } from './phrase-table.ts'
import { stopWordsOf } from './stop-words.ts'
import { forEachWord, segmentWords } from './segment-words.ts'

export interface KeyphraseSource {
  title: string
  h1: string
  /** The second-level headings (`h2`). */
  h2: readonly string[]
  description: string
  /** The main text; its first 1,000 words count. */
  text: string
  /** The language of the page, a BCP 47 tag. */
  language: string
  /** Names of the site: a phrase that is only one of them says nothing about a page. */
  brands: readonly string[]
}

export interface PhraseCandidate {
  /** The stems of the phrase in lower case, by which it is recognised on other pages. */
  key: string
  /** The spelling of the phrase where it first stands on the page. */
  text: string
  words: number
  /** The term frequency of the phrase, weighted by place: title 4, h1 3, h2 and description 2, text 1. */
  tf: number
  /** True when a title or a heading has the phrase. */
  isProminent: boolean
}

const MAX_TEXT_WORDS = 1_000
const MAX_HEADING_WORDS = 40
const MAX_HEADINGS = 40
const MAX_CANDIDATES = 100
const MIN_REPETITIONS = 2

/**
 * Finds phrases that a page may be about: one to four words without a stop word or punctuation between them (RAKE), at
 * most 100, those that occur most and most prominently. Several words count when a heading has them or the text repeats
 * them. Counting the keys over the pages of a site gives its `SiteStatistics`.
 */
export function phraseCandidates(source: KeyphraseSource): PhraseCandidate[] {
  const words = dictionaryFor(stopWordsOf(source.language))
  table.clear()
  const count = (text: string, maxWords: number, weight: number, isProminent: boolean): void =>
    countText(text, maxWords, words, { weight, isProminent })
  count(source.title, MAX_HEADING_WORDS, 4, true)
  count(source.h1, MAX_HEADING_WORDS, 3, true)
  for (const heading of source.h2.slice(0, MAX_HEADINGS)) {
    count(heading, MAX_HEADING_WORDS, 2, true)
  }
  count(source.text, MAX_TEXT_WORDS, 1, false)
  const repetitions = table.frequencies()
  count(source.description, MAX_HEADING_WORDS, 2, false)
  return bestPhrases(table, wantedPhrases(repetitions, source.brands), MAX_CANDIDATES).map(
    (phrase) => ({
      key: table.keyOf(phrase),
      text: table.textOf(phrase),
      words: table.wordsIn(phrase),
      tf: table.tfOf(phrase),
      isProminent: table.isProminent(phrase),
    }),
  )
}

/** The table of phrases, which all pages share, since they are read one at a time. */
const table = new PhraseTable()

/** Keeps single words, phrases of headings and repeated phrases; drops names of the site. */
function wantedPhrases(repetitions: Int32Array, brands: readonly string[]): number[] {
  const brandKeys = new Set(brands.map(keyOf))
  const maxWords = Math.max(0, ...Array.from(brandKeys, (key) => key.split(' ').length))
  const wanted: number[] = []
  for (let phrase = 1; phrase < table.size; phrase++) {
    if (table.tfOf(phrase) === 0) continue
    const words = table.wordsIn(phrase)
    const isWanted =
      words === 1 || table.isProminent(phrase) || (repetitions[phrase] ?? 0) >= MIN_REPETITIONS
    if (!isWanted || (words <= maxWords && brandKeys.has(table.keyOf(phrase)))) continue
    wanted.push(phrase)
  }
  return wanted
}

/**
 * Compares two phrases by the code units of their keys, and not by a locale: the order must be the same on every
 * machine.
 */
export const compareKeys = (a: { key: string }, b: { key: string }): number =>
  a.key < b.key ? -1 : 1

/** Counts the phrases of a text; stop words and punctuation end a phrase. */
function countText(
  text: string,
  maxWords: number,
  dictionary: PhraseDictionary,
  { weight, isProminent }: { weight: number; isProminent: boolean },
): void {
  forEachWord(text, maxWords, (word, joinsPrevious) => {
    const token = dictionary.tokenOf(word)
    if (token.isStop || !joinsPrevious) table.count(weight, isProminent)
    if (!token.isStop) table.add(token)
  })
  table.count(weight, isProminent)
}

const keyOf = (text: string): string =>
  segmentWords(text, MAX_HEADING_WORDS)
    .map((word) => stem(word.text.toLowerCase()))
    .join(' ')

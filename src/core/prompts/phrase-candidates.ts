import { stem } from '../topics/stem.ts'
import { stopWordsOf } from './stop-words.ts'
import { isUnspaced, wordsOf } from './words.ts'

export interface KeyphraseSource {
  title: string
  h1: string
  /** The second-level headings. */
  h2: readonly string[]
  description: string
  /** Main text; its first 1,000 words count. */
  text: string
  /** BCP 47. */
  language: string
  /** The site's names: a phrase that is nothing but one of them says nothing about a page. */
  brands: readonly string[]
}

export interface PhraseCandidate {
  /** Lower-case stems, by which the same phrase is found on other pages. */
  key: string
  /** As it was written first. */
  text: string
  words: number
  /** Occurrences, each weighted by where it stands: title 4, h1 3, h2 and description 2, text 1. */
  tf: number
  /** Whether a title or heading has it. */
  isProminent: boolean
}

interface Token {
  text: string
  stem: string
}

const MAX_PHRASE_WORDS = 4
const MAX_PHRASE_CHARS = 60
const MAX_TEXT_WORDS = 1_000
const MAX_HEADING_WORDS = 40
const MAX_HEADINGS = 40
const MAX_CANDIDATES = 100

/**
 * Phrases that a page may be about: one to four words without a stop word or punctuation between them (RAKE), at most
 * 100, those that stand most and most prominently on it. Several words count when a heading has them or the text repeats
 * them. Counting a candidate's key over a site's pages gives its `SiteStatistics`.
 */
export function phraseCandidates(source: KeyphraseSource): PhraseCandidate[] {
  const byKey = new Map<string, PhraseCandidate>()
  const stopWords = stopWordsOf(source.language)
  const countHeading = (text: string, weight: number): void => {
    for (const run of runsOf(text, MAX_HEADING_WORDS, stopWords)) countRun(byKey, run, weight, true)
  }
  countHeading(source.title, 4)
  countHeading(source.h1, 3)
  for (const heading of source.h2.slice(0, MAX_HEADINGS)) countHeading(heading, 2)
  for (const run of runsOf(source.text, MAX_TEXT_WORDS, stopWords)) countRun(byKey, run, 1, false)
  const isRepeated = new Set([...byKey].flatMap(([key, { tf }]) => (tf >= 2 ? [key] : [])))
  for (const run of runsOf(source.description, MAX_HEADING_WORDS, stopWords)) {
    countRun(byKey, run, 2, false)
  }
  const brands = new Set(source.brands.map(keyOf))
  return [...byKey.values()]
    .filter(({ key, words, isProminent }) => words === 1 || isProminent || isRepeated.has(key))
    .filter(({ key }) => !brands.has(key))
    .toSorted((a, b) => b.tf * b.words - a.tf * a.words || compareKeys(a, b))
    .slice(0, MAX_CANDIDATES)
}

/** Code units, not a locale: the order must be the same everywhere. */
export const compareKeys = (a: { key: string }, b: { key: string }): number =>
  a.key < b.key ? -1 : 1

/** Stretches of words without a stop word or punctuation in them. */
function runsOf(text: string, maxWords: number, stopWords: ReadonlySet<string>): Token[][] {
  const runs: Token[][] = []
  let run: Token[] = []
  const close = (): void => {
    if (run.length > 0) runs.push(run)
    run = []
  }
  for (const word of wordsOf(text, maxWords)) {
    const lower = word.text.toLowerCase().replaceAll('’', "'")
    const isStop = isStopWord(lower, stopWords)
    if (isStop || !word.joinsPrevious) close()
    if (!isStop) run.push({ text: word.text, stem: stem(lower) })
  }
  close()
  return runs
}

function isStopWord(lower: string, stopWords: ReadonlySet<string>): boolean {
  if (stopWords.has(lower) || /^\d[\d'-]*(?:st|nd|rd|th)?$/.test(lower)) return true
  // Japanese writes what joins words in hiragana, and most of what names things in other scripts.
  if (/^\p{Script=Hiragana}+$/u.test(lower)) return lower.length < 4
  return lower.length < 2 && !/\p{Script=Han}/u.test(lower)
}

function countRun(
  byKey: Map<string, PhraseCandidate>,
  run: readonly Token[],
  weight: number,
  isProminent: boolean,
): void {
  for (const start of run.keys()) {
    const longest = Math.min(MAX_PHRASE_WORDS, run.length - start)
    for (let words = 1; words <= longest; words++) {
      countPhrase(byKey, run.slice(start, start + words), weight, isProminent)
    }
  }
}

function countPhrase(
  byKey: Map<string, PhraseCandidate>,
  tokens: readonly Token[],
  weight: number,
  isProminent: boolean,
): void {
  const key = tokens.map((token) => token.stem).join(' ')
  const known = byKey.get(key)
  if (known !== undefined) {
    known.tf += weight
    return
  }
  const text = tokens.map((token) => token.text).join(tokens.some(isOfUnspaced) ? '' : ' ')
  if (text.length > MAX_PHRASE_CHARS) return
  byKey.set(key, { key, text, words: tokens.length, tf: weight, isProminent })
}

const isOfUnspaced = (token: Token): boolean => isUnspaced(token.text)

const keyOf = (text: string): string =>
  wordsOf(text, MAX_HEADING_WORDS)
    .map((word) => stem(word.text.toLowerCase()))
    .join(' ')

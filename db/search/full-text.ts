import {
  isCjkChar,
  normaliseCjkRuns,
  toIndexText,
  toSearchText,
} from '../../src/domain/search/cjk-segmentation.ts'

const MAX_WORDS = 24
const WORD = /[\p{L}\p{N}]+/gu
const NOT_WORD = /[^\p{L}\p{N}]+/gu

/**
 * Cuts a search into words as the index has them, at most 24. All but letters and digits separates words, so no
 * operator gets through. Writing without spaces is cut into pairs of characters.
 */
export function searchWords(text: string): string[] {
  const words = toSearchText(text).toLowerCase().match(WORD) ?? []
  return [...new Set(words)].slice(0, MAX_WORDS)
}

/** Counts the words of a search that a text has. */
export function countWords(text: string, words: readonly string[]): number {
  const plain = normaliseCjkRuns(text).toLowerCase()
  const held = new Set(toSearchText(plain).match(WORD))
  return words.filter((word) => held.has(word) || (isCjkChar(word) && plain.includes(word))).length
}

/** Cuts a path into words for the index. */
export const pathWords = (path: string): string => toIndexText(path.replaceAll(NOT_WORD, ' '))

/** For each table with a full-text index, its indexed texts and the weight of a word in each. */
export const FULL_TEXT_COLUMNS = {
  question: { text: 1 },
  page: { title: 4, path: 2 },
  topic: { label: 1 },
  passage: { title: 1, heading: 1, text: 1 },
} as const
export type FullTextTable = keyof typeof FULL_TEXT_COLUMNS

// @NOTE the keys of a literal; Object.keys forgets their type.
export const FULL_TEXT_TABLES = Object.keys(FULL_TEXT_COLUMNS) as FullTextTable[]

/** Neighbouring words that are searched for in an index; the last may be the beginning of a word. */
export interface SearchTerm {
  words: readonly string[]
  isBeginning: boolean
}

/** Makes a term of a word; a single character of unspaced writing is found wherever it begins a pair. */
export const toSearchTerm = (word: string): SearchTerm => ({
  words: [word],
  isBeginning: isCjkChar(word),
})

/** Asks for rows of some sites that have all of the terms, or any. */
export interface FullTextQuery {
  siteNums: readonly number[]
  terms: readonly SearchTerm[]
  mode: 'all' | 'any'
}

/** Returns a word that each row of a site has, which keeps a search within the site. */
export const siteToken = (siteNum: number): string => `s${siteNum}`

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
 * Returns the words of a search as the index has them, each once and at most 24. All characters but letters and digits
 * separate words, so no operator of the index gets through. Writing without spaces is cut into pairs of characters.
 */
export function searchWords(text: string): string[] {
  const words = toSearchText(text).toLowerCase().match(WORD) ?? []
  return [...new Set(words)].slice(0, MAX_WORDS)
}

/** Returns how many of the words of a search a text has. */
export function countWords(text: string, words: readonly string[]): number {
  const plain = normaliseCjkRuns(text).toLowerCase()
  const held = new Set(toSearchText(plain).match(WORD))
  return words.filter((word) => held.has(word) || (isCjkChar(word) && plain.includes(word))).length
}

/** Returns the words of a path, separated by spaces, for the index. */
export const pathWords = (path: string): string => toIndexText(path.replaceAll(NOT_WORD, ' '))

/** The texts that are indexed of each table with a full-text index, with the weight of a word in each. */
export const FULL_TEXT_COLUMNS = {
  question: { text: 1 },
  page: { title: 4, path: 2 },
  topic: { label: 1 },
  passage: { title: 1, heading: 1, text: 1 },
} as const
export type FullTextTable = keyof typeof FULL_TEXT_COLUMNS

// @NOTE the keys of a literal; Object.keys forgets their type.
export const FULL_TEXT_TABLES = Object.keys(FULL_TEXT_COLUMNS) as FullTextTable[]

/**
 * A sequence of neighbouring words to search for in an index; where `isBeginning`, the last is only the beginning of a
 * word.
 */
export interface SearchTerm {
  words: readonly string[]
  isBeginning: boolean
}

/** Returns a term of one word. A single character of writing without spaces is found wherever a pair begins with it. */
export const toSearchTerm = (word: string): SearchTerm => ({
  words: [word],
  isBeginning: isCjkChar(word),
})

/** A search for rows of some sites that have all of the terms, or any of them. */
export interface FullTextQuery {
  siteNums: readonly number[]
  terms: readonly SearchTerm[]
  mode: 'all' | 'any'
}

/** Returns the word that each row of a site has in the index, which keeps a search within the site. */
export const siteToken = (siteNum: number): string => `s${siteNum}`

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
 * Words of a search as the index has them, at most 24; what is not a letter or a digit separates them, so no operator
 * gets through. Of writing without spaces they are pairs of characters.
 */
export function searchWords(text: string): string[] {
  const words = toSearchText(text).toLowerCase().match(WORD) ?? []
  return [...new Set(words)].slice(0, MAX_WORDS)
}

/** How many of a search's words a text has. */
export function countWords(text: string, words: readonly string[]): number {
  const plain = normaliseCjkRuns(text).toLowerCase()
  const held = new Set(toSearchText(plain).match(WORD))
  return words.filter((word) => held.has(word) || (isCjkChar(word) && plain.includes(word))).length
}

/** The words of a path, for the index. */
export const pathWords = (path: string): string => toIndexText(path.replaceAll(NOT_WORD, ' '))

/** Tables whose rows have words in an index: which of their texts, and what a word there weighs beside the others. */
export const FULL_TEXT_COLUMNS = {
  question: { text: 1 },
  page: { title: 4, path: 2 },
  topic: { label: 1 },
  passage: { title: 1, heading: 1, text: 1 },
} as const
export type FullTextTable = keyof typeof FULL_TEXT_COLUMNS

// @NOTE the keys of a literal; Object.keys forgets their type.
export const FULL_TEXT_TABLES = Object.keys(FULL_TEXT_COLUMNS) as FullTextTable[]

/** What an index is asked for: words beside each other, of which the last may be the beginning of one. */
export interface SearchTerm {
  words: readonly string[]
  isBeginning: boolean
}

/** A word as the index is asked for it; a single character of a run is found wherever it begins a pair. */
export const toSearchTerm = (word: string): SearchTerm => ({
  words: [word],
  isBeginning: isCjkChar(word),
})

/** Rows of some sites that have all of the terms, or any. */
export interface FullTextQuery {
  siteNums: readonly number[]
  terms: readonly SearchTerm[]
  mode: 'all' | 'any'
}

/** What keeps a search within a site: a word that each of its rows has. */
export const siteToken = (siteNum: number): string => `s${siteNum}`

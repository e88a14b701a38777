import { sql, type RawBuilder } from 'kysely'
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

/** A word as the index is asked for it; a single character of a run is found wherever it begins a pair. */
export const wordTerm = (word: string): string => (isCjkChar(word) ? `"${word}"*` : `"${word}"`)

/** The words of a path, for the index. */
export const pathWords = (path: string): string => toIndexText(path.replaceAll(NOT_WORD, ' '))

/** Rows of a site, or of any of several, whose text has all (or any) of the words; the best ones have the lowest `bm25`. */
export function matchText(
  table: 'question_text' | 'page_text' | 'topic_text',
  columns: string,
  siteNums: number | readonly number[],
  words: readonly string[],
  mode: 'all' | 'any',
): RawBuilder<unknown> {
  const terms = words.map(wordTerm).join(mode === 'all' ? ' AND ' : ' OR ')
  const query = `${inSites(siteNums)} AND ${columns} : (${terms})`
  return sql`${sql.ref(table)} MATCH ${query}`
}

/** What keeps a search within some sites. */
export const inSites = (siteNums: number | readonly number[]): string =>
  typeof siteNums === 'number'
    ? `site : ${siteToken(siteNums)}`
    : `site : (${siteNums.map(siteToken).join(' OR ')})`

export const siteToken = (siteNum: number): string => `s${siteNum}`

import { createHash } from 'node:crypto'
import { withoutMarkRuns } from '../prompts/clean-value.ts'
import { isOneLine } from '../is-one-line.ts'
import { matchForm } from './match-form.ts'

export const QUERY_CHARS = { min: 3, max: 300 } as const

const BLANKS = /\p{Zs}+/gu

/** Cleans a line: single blanks, and one form of each character. A line longer than `maxChars` is left as it is. */
export const cleanQueryLine = (raw: string, maxChars: number): string =>
  raw.length > maxChars ? raw : withoutMarkRuns(raw.replaceAll(BLANKS, ' ')).normalize('NFC').trim()

/** True for a text that hides no characters, and that says something in letters or digits. */
export const hasSeenWords = (text: string): boolean => isOneLine(text) && /[\p{L}\p{N}]/u.test(text)

/** True for a cleaned text that engines can be asked. */
export const isQueryText = (text: string): boolean =>
  text.length >= QUERY_CHARS.min && text.length <= QUERY_CHARS.max && hasSeenWords(text)

/**
 * Makes a key that tells the queries of a site apart: the same words, in upper or lower case, for the same place in the
 * same language are one query.
 */
export const queryKey = (query: {
  text: string
  country: string | null
  language: string | null
}): string => {
  const parts = [matchForm(query.text), query.country, query.language]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

import {
  countWords,
  searchWords,
  toSearchTerm,
  type SearchTerm,
} from '../../../db/search/full-text.ts'
import { toSearchText } from '../../domain/search/cjk-segmentation.ts'
import { normalizedWords } from './fuzzy-terms.ts'
import type { SearchQuery, WantedWord } from './search-query.ts'

/** The words of a search in the forms by which questions and topics are found. */
export interface TextQuery {
  /** All words of the search, with joining words. */
  words: readonly string[]
  terms: readonly SearchTerm[]
  /** The words that are not joining words, with the other ways to write each. */
  wanted: readonly WantedWord[]
  /** The names and keywords that no page has. A text that alone has one of them ranks first. */
  rare: readonly WantedWord[]
}

export function readTextQuery(
  text: string,
  { wanted, isSentence }: SearchQuery,
  unknown: readonly WantedWord[],
): TextQuery {
  const words = searchWords(text)
  return {
    words,
    terms: [
      ...words.map(toSearchTerm),
      ...wanted.flatMap(({ forms }) => forms.slice(forms[0]?.words.length === 1 ? 1 : 0)),
    ],
    wanted,
    rare: unknown.filter(({ isName }) => isName || !isSentence),
  }
}

/** Counts the words of a search that a text has, in any of their forms. */
export function countForms(text: string, { words, wanted }: TextQuery): number {
  const tokens = tokensOf(text)
  const isHeld = (word: string): boolean =>
    countWords(text, [word]) > 0 ||
    wanted.some(({ forms }) => forms[0]?.words.join('') === word && hasAny(tokens, forms))
  return words.filter(isHeld).length
}

/** Returns for each text whether it is the only one of the texts with some word of `rare`, which no page has. */
export function areOnlyOnes(texts: readonly string[], { rare }: TextQuery): boolean[] {
  const tokens = rare.length === 0 ? [] : texts.map(tokensOf)
  const holders = rare.map(({ forms }) => tokens.map((words) => hasAny(words, forms)))
  return texts.map((_, i) =>
    holders.some((held) => held[i] === true && held.filter(Boolean).length === 1),
  )
}

const tokensOf = (text: string): string[] => normalizedWords(toSearchText(text))

const hasAny = (tokens: readonly string[], forms: readonly SearchTerm[]): boolean =>
  forms.some(({ words }) => {
    const parts = normalizedWords(words.join(' '))
    return tokens.some((_, at) => parts.every((part, i) => tokens[at + i] === part))
  })

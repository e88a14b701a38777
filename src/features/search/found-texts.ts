import {
  countWords,
  searchWords,
  toSearchTerm,
  type SearchTerm,
} from '../../../db/search/full-text.ts'
import { toSearchText } from '../../domain/search/cjk-segmentation.ts'
import { normalizedWords } from './fuzzy-terms.ts'
import type { SearchQuery, WantedWord } from './search-query.ts'

/** The words of a search as questions and topics are looked for by them. */
export interface TextQuery {
  /** Every word of the search, joining words among them. */
  words: readonly string[]
  terms: readonly SearchTerm[]
  /** Words with the other ways to write them. */
  wanted: readonly WantedWord[]
  /** Names and keywords that no page has; a text that alone has one of them is never outvoted. */
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

/** Says for each text whether it is the only one of them to have a word that no page has. */
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

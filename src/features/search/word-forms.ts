import type { SearchTerm } from '../../../db/search/full-text.ts'
import { pluralForms } from '../../domain/search/plural-forms.ts'
import { stopWordsOf } from '../../domain/prompts/stop-words.ts'

/** Matches the letters of an acronym, which may be written with a dot after each. */
const ACRONYM = /^\p{L}{2,5}$/u
const DOTTED = /(?<![\p{L}\p{N}.])\p{L}(?:\.\p{L}){2,}(?![\p{L}\p{N}])/gu
/** Matches names of several words that a sign joins: `GPT-4o`, `AT&T`. */
const COMPOUND = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-‐‑&+/_.][\p{L}\p{N}]+)+/gu
/** Matches the border between letters and digits, where some writers put a hyphen. */
const BORDER = /(?<=\p{L})(?=\p{N})/u
/** Matches names that only a sign tells from a word: `C++`, `C#`, `.NET`. */
const MARKED =
  /(?<![\w.])\.[a-z][a-z\d]{1,20}(?![\w.])|(?<!\w)[a-z][a-z\d]{0,20}(?:\+\+|#)(?![\w+#])/giu
const MAX_COMPOUNDS = 8
const MAX_PARTS = 6

/** Removes the dots within acronyms of three letters or more: `U.S.A.` becomes `USA.` */
export const joinDotted = (text: string): string =>
  text.replaceAll(DOTTED, (acronym) => acronym.replaceAll('.', ''))

const phrase = (words: readonly string[]): SearchTerm => ({ words, isBeginning: false })

/**
 * Returns the other ways to write a word in lower case: in the singular or plural, with a hyphen, and a name also as an
 * acronym with dots.
 */
export function otherForms(
  word: string,
  { languages, isName }: { languages: readonly string[]; isName: boolean },
): SearchTerm[] {
  const joining = languages.map(stopWordsOf)
  const plurals = pluralForms(word, languages).filter(
    (form) => !joining.some((list) => list.has(form)),
  )
  const parts = word.split(BORDER)
  return [
    ...plurals.map((form) => phrase([form])),
    ...(isName ? dottedForms(word) : []),
    ...(parts.length === 2 ? [phrase(parts)] : []),
  ]
}

/**
 * Returns how the index has a word that is written with a dot after each letter; an empty list for a word that is no
 * acronym.
 */
export const dottedForms = (word: string): SearchTerm[] =>
  ACRONYM.test(word) ? [phrase(Array.from(word))] : []

export interface Compound {
  /** The name as it stands in the search. */
  text: string
  forms: readonly SearchTerm[]
}

/** Finds names of several words that a sign joins, with the forms as several words and as one. */
export function compoundsIn(text: string): Compound[] {
  const found = (text.match(COMPOUND) ?? []).slice(0, MAX_COMPOUNDS)
  return found.flatMap((compound) => {
    const parts = compound.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    if (parts.length > MAX_PARTS) return []
    return [{ text: compound, forms: [phrase(parts), phrase([parts.join('')])] }]
  })
}

/** Returns the names in a text that only a sign tells from a word, such as `C++`, in lower case. */
export const markedNamesIn = (text: string): string[] =>
  [...new Set(text.toLowerCase().match(MARKED))].slice(0, MAX_COMPOUNDS)

/** The least letters of a word that may be looked for with a slip in it. */
const MIN_SLIP = 5
/**
 * The most letters of such a word. A longer word is pasted and not typed, and each of its letters would make two words
 * as long.
 */
const MAX_SLIP = 50

/**
 * Returns the words that a slip of typing makes of a word: one letter doubled, a double letter once, or two neighbours
 * swapped.
 */
export function likelySlips(word: string): SearchTerm[] {
  const letters = Array.from(word)
  if (letters.length < MIN_SLIP || letters.length > MAX_SLIP) return []
  const slips = letters.flatMap((letter, i) => {
    const [before, after] = [letters.slice(0, i).join(''), letters.slice(i + 1).join('')]
    const next = letters[i + 1] ?? letter
    return next === letter
      ? [before + letter + letter + after, before + after]
      : [before + letter + letter + after, before + next + letter + letters.slice(i + 2).join('')]
  })
  return [...new Set(slips)].filter((slip) => slip !== word).map((slip) => phrase([slip]))
}

import type { SearchTerm } from '../../../db/search/full-text.ts'
import { pluralForms } from '../../domain/search/plural-forms.ts'
import { stopWordsOf } from '../../domain/prompts/stop-words.ts'

/** Letters of an acronym, which may be written with a dot after each. */
const ACRONYM = /^\p{L}{2,5}$/u
const DOTTED = /(?<![\p{L}\p{N}.])\p{L}(?:\.\p{L}){2,}(?![\p{L}\p{N}])/gu
/** Matches words that a sign joins: `GPT-4o`, `AT&T`. */
const COMPOUND = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-‐‑&+/_.][\p{L}\p{N}]+)+/gu
/** Matches the border between letters and digits, where some put a hyphen. */
const BORDER = /(?<=\p{L})(?=\p{N})/u
/** Matches names that only a sign tells from a word: `C++`, `C#`, `.NET`. */
const MARKED =
  /(?<![\w.])\.[a-z][a-z\d]{1,20}(?![\w.])|(?<!\w)[a-z][a-z\d]{0,20}(?:\+\+|#)(?![\w+#])/giu
const MAX_COMPOUNDS = 8
const MAX_PARTS = 6

/** Writes an acronym of three letters or more without its dots: `U.S.A.` is `USA.` */
export const joinDotted = (text: string): string =>
  text.replaceAll(DOTTED, (acronym) => acronym.replaceAll('.', ''))

const phrase = (words: readonly string[]): SearchTerm => ({ words, isBeginning: false })

/**
 * Lists how else a word in lower case may be written: in the singular or plural, with a hyphen, and a name that may be
 * an acronym with dots.
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

/** Lists how a word is found that is written with a dot after each letter. */
export const dottedForms = (word: string): SearchTerm[] =>
  ACRONYM.test(word) ? [phrase(Array.from(word))] : []

export interface Compound {
  /** As it stands in the search. */
  text: string
  forms: readonly SearchTerm[]
}

/** Finds names of several words that a sign joins, which others write as one word or as several. */
export function compoundsIn(text: string): Compound[] {
  const found = (text.match(COMPOUND) ?? []).slice(0, MAX_COMPOUNDS)
  return found.flatMap((compound) => {
    const parts = compound.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    if (parts.length > MAX_PARTS) return []
    return [{ text: compound, forms: [phrase(parts), phrase([parts.join('')])] }]
  })
}

/** Lists names that only a sign tells from a word, in lower case. */
export const markedNamesIn = (text: string): string[] =>
  [...new Set(text.toLowerCase().match(MARKED))].slice(0, MAX_COMPOUNDS)

/** Fewest letters of a word that is still known with a slip in it. */
const MIN_SLIP = 5
/** A longer word is pasted and not typed, and each letter of it would make two words as long. */
const MAX_SLIP = 50

/** Lists words that are mistyped as this one: by a letter once instead of twice or the reverse, or by two swapped. */
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

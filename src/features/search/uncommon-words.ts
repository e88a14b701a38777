import { primaryLanguage } from '../../domain/prompts/language-tag.ts'
import { hasCjkRuns } from '../../domain/search/cjk-segmentation.ts'
import { pluralForms } from '../../domain/search/plural-forms.ts'
import { commonWordsOf, withoutAccents } from '../../lib/text/common-words/common-words.ts'
import { likelyLanguages } from './likely-languages.ts'
import type { RareWord } from './rare-words.ts'
import type { SearchQuery, WantedWord } from './search-query.ts'

/** The share of a sentence's words that a list has of its own language. */
const MIN_KNOWN = 0.5
/** Matches a year, an hour or a quantity; a longer number is what something is called. */
const ORDINARY_NUMBER = /^\p{N}{1,4}$/u
/** Matches what lists have: two letters or more. */
const WORD = /^[\p{L}\p{M}]{2,}$/u
/** Matches what endings and joining words are written with in Japanese, and no term is. */
const HIRAGANA = /\p{Script=Hiragana}/u

/**
 * Finds the rare words of a sentence that are not in common use in its language: a term or a species, and not one more
 * way to say it. None where no list has the words around them, since a language that is not known has no common words.
 */
export async function findUncommonWords(
  query: SearchQuery,
  rare: readonly RareWord[],
  languages: readonly string[],
): Promise<ReadonlySet<WantedWord>> {
  const doubtful = rare.filter(({ word, isExact }) => isExact && !word.isName)
  if (!query.isSentence || doubtful.length === 0) return new Set()
  const lists = await listsOf(query, languages)
  if (lists.length === 0) return new Set()
  const isCommon = (word: string): boolean =>
    ORDINARY_NUMBER.test(word) ||
    [word, ...pluralForms(word, languages)].some((form) =>
      lists.some((list) => list.has(withoutAccents(form))),
    )
  return new Set(
    doubtful.map(({ word }) => word).filter(({ parts }) => !areCommon(parts, isCommon)),
  )
}

/** Reads the lists of common words that know what the sentence says, of its language and of the sites'. */
async function listsOf(
  { written, wanted }: SearchQuery,
  languages: readonly string[],
): Promise<ReadonlySet<string>[]> {
  const sites = languages.map((language) => primaryLanguage(language) ?? 'en')
  const asked = new Set([...sites, ...likelyLanguages(written)])
  const lists = await Promise.all([...asked].map(commonWordsOf))
  const names = new Set(wanted.filter(({ isName }) => isName).flatMap(({ parts }) => parts))
  const words = written
    .filter((word) => WORD.test(word) && !HIRAGANA.test(word) && !names.has(word))
    .map(withoutAccents)
  return lists.filter(
    (list) => words.filter((word) => list.has(word)).length > words.length * MIN_KNOWN,
  )
}

/**
 * Says whether all parts of a word are in common use. Where words are written without spaces, a single character is an
 * ending, or a piece of a word that the dictionary does not know.
 */
function areCommon(parts: readonly string[], isCommon: (word: string) => boolean): boolean {
  const whole = parts.filter((part) => Array.from(part).length > 1)
  const areRuns = parts.some(hasCjkRuns)
  if (areRuns && whole.length === 0) return false
  return whole.every((part) => HIRAGANA.test(part) || isCommon(part))
}

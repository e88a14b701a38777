import { primaryLanguage } from '../../domain/prompts/language-tag.ts'
import { hasCjkRuns } from '../../domain/search/cjk-segmentation.ts'
import { pluralForms } from '../../domain/search/plural-forms.ts'
import { commonWordsOf, withoutAccents } from '../../lib/text/common-words/common-words.ts'
import { likelyLanguages } from './likely-languages.ts'
import type { RareWord } from './rare-words.ts'
import type { SearchQuery, WantedWord } from './search-query.ts'

/** The share of a sentence's words that a list must have, so that the sentence counts as being in its language. */
const MIN_KNOWN = 0.5
/** Matches a year, an hour or a quantity, which are common; a longer number is a name. */
const ORDINARY_NUMBER = /^\p{N}{1,4}$/u
/** Matches the words that lists of common words may have: two letters or more. */
const WORD = /^[\p{L}\p{M}]{2,}$/u
/** Matches hiragana, in which Japanese writes endings and joining words, but no term. */
const HIRAGANA = /\p{Script=Hiragana}/u

/**
 * Returns the rare words of a sentence that are not in common use in its language, such as a term or a species. An
 * empty set where no list has most of the words around them, since common words are not known for that language.
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

/**
 * Reads the lists of common words, of the sentence's likely languages and of the sites', that have most of the
 * sentence's words.
 */
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
 * True where all parts of a word are in common use. In scripts without spaces, a single character does not count: it is
 * an ending, or a piece of a word that the dictionary does not know.
 */
function areCommon(parts: readonly string[], isCommon: (word: string) => boolean): boolean {
  const whole = parts.filter((part) => Array.from(part).length > 1)
  const areRuns = parts.some(hasCjkRuns)
  if (areRuns && whole.length === 0) return false
  return whole.every((part) => HIRAGANA.test(part) || isCommon(part))
}

import type { PassageQuery } from '../../../db/search/search-passages.ts'
import { searchWords, toSearchTerm, type SearchTerm } from '../../../db/search/full-text.ts'
import { STOP_WORDS } from '../../domain/topics/stop-words.ts'
import { hasCjkRuns } from '../../domain/search/cjk-segmentation.ts'
import { joinCompounds, queryWords, type QueryWord } from './query-words.ts'
import { compoundsIn, joinDotted, markedNamesIn, otherForms } from './word-forms.ts'

const MAX_WORDS = 24
/** Words that are read, which is all of most searches; a good half of a sentence only joins others. */
const MAX_READ = 64
/** Characters of a prefix; shorter ones are shared by words of every meaning. */
const MIN_BEGINNING = 4
/** The share of a word that its inflections keep: `colonies` and `colonial` share six tenths. */
const BEGINNING_SHARE = 0.6

/** A word that perhaps only one page has: a single word, or a name of several words that a sign joins. */
export interface WantedWord {
  /** How it may be written, so that it still counts as the same. */
  forms: readonly SearchTerm[]
  /** Its beginning, by which inflected and misspelt words are known; none for short words and for names of several. */
  beginning: string | undefined
  /** How it stands in texts in lower case, where only a sign tells it from a word: `c++`. */
  literal?: string
  /** The words that it is joined from; of most words, it alone. */
  parts: readonly string[]
  /** True where the search writes it as a name: with a capital, or of letters and digits. */
  isName: boolean
}

export interface SearchQuery extends PassageQuery {
  wanted: readonly WantedWord[]
  /** All words as they are written, joining words among them, in lower case. */
  written: readonly string[]
  /** True where joining words make a sentence of it; in a row of keywords, each is meant as it is written. */
  isSentence: boolean
}

/**
 * Parses a search or a question. Joining words are left out, unless there are no others. Languages are those of the
 * searched sites; the one that knows most of the joining words is taken.
 */
export function readQuery(written: string, languages: readonly string[]): SearchQuery {
  const text = joinDotted(written.normalize('NFC'))
  const words = queryWords(text, languages, MAX_READ)
  const telling = joinCompounds(words).filter(({ isJoining }) => !isJoining)
  const wanted = telling.length > 0 ? telling : words
  const terms = searchWords(wanted.flatMap(({ pieces }) => pieces).join(' '))
  const pairs = [...besideEachOther(words), ...withinWords(wanted)]
  const beginnings = terms.map(beginningOf)
  const compounds = compoundsIn(text)
  const names = namesIn(text)
  const others = terms.map((term, i) =>
    beginnings[i]?.isWhole === true && !hasCjkRuns(term)
      ? otherForms(term, { languages, isName: names.has(term) })
      : [],
  )
  return {
    terms,
    beginnings,
    forms: [...others.flat(), ...compounds.flatMap(({ forms }) => forms.slice(1))],
    pairs: pairs.slice(0, MAX_WORDS - 1),
    wanted: [
      ...telling.flatMap((word) => wantedWord(word, names, languages)),
      ...compounds.map((compound) => ({
        forms: compound.forms,
        beginning: undefined,
        parts: searchWords(compound.text),
        isName: NAME.test(compound.text),
      })),
      ...markedNamesIn(text).map((literal) => ({
        forms: [{ words: searchWords(literal), isBeginning: false }],
        beginning: undefined,
        parts: [literal],
        literal,
        isName: true,
      })),
    ].slice(0, MAX_WORDS),
    written: words.map(({ text: word }) => word),
    isSentence: words.some(({ isJoining, isTail }) => isJoining && !isTail),
  }
}

/** Matches a capital or a digit, which common words do not have. */
const NAME = /[\p{Lu}\p{N}]/u
const DIGITS = /^\p{N}+$/u

function wantedWord(
  { text, pieces, parts, isRun }: QueryWord,
  names: ReadonlySet<string>,
  languages: readonly string[],
): WantedWord[] {
  if (STOP_WORDS.has(text) || Array.from(text).length < 2) return []
  if (isRun)
    return [
      {
        forms: [{ words: pieces, isBeginning: false }],
        beginning: undefined,
        parts,
        isName: false,
      },
    ]
  const beginning = beginningOf(text)
  return [
    {
      forms: [toSearchTerm(text), ...otherForms(text, { languages, isName: names.has(text) })],
      beginning: beginning.isWhole || DIGITS.test(text) ? undefined : beginning.text,
      parts,
      isName: names.has(text),
    },
  ]
}

/** Lists words in lower case that are written as names; every sentence begins with a capital. */
function namesIn(text: string): Set<string> {
  if (text === text.toUpperCase()) return new Set()
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const names = words.filter((word, i) => {
    if (DIGITS.test(word)) return false
    return NAME.test(i === 0 ? word.slice(1) : word)
  })
  return new Set(names.map((name) => name.toLowerCase()))
}

type Pair = readonly [left: string, right: string]

function besideEachOther(words: readonly QueryWord[]): Pair[] {
  return words.slice(1).flatMap((right, i): Pair[] => {
    const left = words[i]
    if (left === undefined || left.isRun || right.isRun) return []
    return left.isJoining && right.isJoining ? [] : [[left.text, right.text]]
  })
}

/** Finds pairs of characters that overlap: together they are three characters of one word. */
function withinWords(words: readonly QueryWord[]): Pair[] {
  return words
    .filter(({ isRun }) => isRun)
    .flatMap(({ pieces }) => pieces.slice(1).map((right, i): Pair => [pieces[i] ?? '', right]))
}

function beginningOf(word: string): { text: string; isWhole: boolean } {
  if (hasCjkRuns(word)) return { text: word, isWhole: true }
  const letters = Array.from(word)
  const length = Math.max(MIN_BEGINNING, Math.ceil(letters.length * BEGINNING_SHARE))
  return { text: letters.slice(0, length).join(''), isWhole: letters.length <= MIN_BEGINNING }
}

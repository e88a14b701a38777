import type { PassageQuery } from '../../../db/search/search-passages.ts'
import { searchWords, toSearchTerm, type SearchTerm } from '../../../db/search/full-text.ts'
import { STOP_WORDS } from '../../domain/topics/stop-words.ts'
import { hasCjkRuns } from '../../domain/search/cjk-segmentation.ts'
import { joinCompounds, queryWords, type QueryWord } from './query-words.ts'
import { compoundsIn, joinDotted, markedNamesIn, otherForms } from './word-forms.ts'

const MAX_WORDS = 24
/** The most words of a search that are read, joining words included; most searches have fewer. */
const MAX_READ = 64
/** The least characters of a beginning; words of every meaning share a shorter one. */
const MIN_BEGINNING = 4
/** The share of a word's characters that its inflections keep: `colonies` and `colonial` share six tenths. */
const BEGINNING_SHARE = 0.6

/**
 * A word that a search looks for, and that perhaps only one page has: a single word, or a name of several words that a
 * sign joins.
 */
export interface WantedWord {
  /** The ways to write the word that count as the same; the first is the one of the search. */
  forms: readonly SearchTerm[]
  /**
   * The beginning by which inflected and misspelt forms are found; undefined for short words and for names of several
   * words.
   */
  beginning: string | undefined
  /** The word in lower case as texts are searched for it, where only a sign tells it from another word: `c++`. */
  literal?: string
  /** The words that the word is joined from; for most words, only the word itself. */
  parts: readonly string[]
  /** True where the search writes the word as a name: with a capital, or of letters and digits. */
  isName: boolean
}

export interface SearchQuery extends PassageQuery {
  wanted: readonly WantedWord[]
  /** All words of the search in lower case, joining words included. */
  written: readonly string[]
  /**
   * True where joining words make the search a sentence; a row of keywords has none, and each keyword is meant as it is
   * written.
   */
  isSentence: boolean
}

/**
 * Parses a search or a question. Joining words are left out, unless there are no others. `languages` are those of the
 * searched sites; the joining words are those of the language that knows most of them.
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

/**
 * Returns the words that a text writes as names, in lower case. A capital at the very beginning does not count, nor do
 * capitals in a text that has no small letters.
 */
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

/**
 * Returns the pairs of characters that follow each other in words of scripts without spaces; two of these overlap, so
 * that they are three characters of one word.
 */
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

import type { PassageQuery } from '../../../db/search/search-passages.ts'
import { searchWords } from '../../../db/search/full-text.ts'
import { hasCjkRuns } from '../../domain/search/cjk-segmentation.ts'
import { joinCompounds, queryWords, type QueryWord } from './query-words.ts'

const MAX_WORDS = 24
/** Shorter beginnings are shared by words of every meaning. */
const MIN_BEGINNING = 4
/** What endings leave of a word: `colonies` and `colonial` share six tenths. */
const BEGINNING_SHARE = 0.6

/**
 * Reads a search or a question: words that only join others are left out, save where there are no others.
 * Languages are those of the searched sites; the one that knows most of the joining words is taken.
 */
export function readQuery(text: string, languages: readonly string[]): PassageQuery {
  const words = queryWords(text, languages, MAX_WORDS)
  const telling = joinCompounds(words).filter(({ isJoining }) => !isJoining)
  const wanted = telling.length > 0 ? telling : words
  const terms = searchWords(wanted.flatMap(({ pieces }) => pieces).join(' '))
  const pairs = [...besideEachOther(words), ...withinWords(wanted)]
  return { terms, beginnings: terms.map(beginningOf), pairs: pairs.slice(0, MAX_WORDS - 1) }
}

type Pair = readonly [left: string, right: string]

function besideEachOther(words: readonly QueryWord[]): Pair[] {
  return words.slice(1).flatMap((right, i): Pair[] => {
    const left = words[i]
    if (left === undefined || left.isRun || right.isRun) return []
    return left.isJoining && right.isJoining ? [] : [[left.text, right.text]]
  })
}

/** Pairs of characters that overlap: together they are three characters of one word. */
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

import type { PassageQuery } from '../../../db/search/passages.ts'
import { searchWords } from '../../../db/search/full-text.ts'
import { stopWordsOf } from '../../core/prompts/stop-words.ts'

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
  const words = (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, MAX_WORDS)
  const joining = joiningWords(words, languages)
  const telling = words.filter((word) => !joining.has(word))
  const terms = searchWords((telling.length > 0 ? telling : words).join(' '))
  return {
    terms,
    beginnings: terms.map(beginningOf),
    pairs: words.slice(1).flatMap((right, i): [string, string][] => {
      const left = words[i] ?? ''
      return joining.has(left) && joining.has(right) ? [] : [[left, right]]
    }),
  }
}

function joiningWords(words: readonly string[], languages: readonly string[]): ReadonlySet<string> {
  const [best] = (languages.length > 0 ? languages : ['en'])
    .map((language) => stopWordsOf(language))
    .map((list) => ({ list, known: words.filter((word) => list.has(word)).length }))
    .toSorted((a, b) => b.known - a.known)
  return best?.list ?? new Set()
}

function beginningOf(word: string): { text: string; isWhole: boolean } {
  const letters = Array.from(word)
  const length = Math.max(MIN_BEGINNING, Math.ceil(letters.length * BEGINNING_SHARE))
  return { text: letters.slice(0, length).join(''), isWhole: letters.length <= MIN_BEGINNING }
}

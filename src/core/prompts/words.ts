import { withoutMarkRuns } from './clean-value.ts'

/** Words with letters or digits, hyphens and apostrophes inside. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu
/** Scripts that write words without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const MAX_WORD_CHARS = 40

/** Finds words of scripts without spaces by dictionaries that are chosen by script, so one language does for all. */
const SEGMENTER = new Intl.Segmenter('ja', { granularity: 'word' })

export interface Word {
  /** As it was written. */
  text: string
  /** Whether nothing, or a single space, stands between it and the word before. */
  joinsPrevious: boolean
}

/** Whether text has words of a script without spaces between them. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(text)

/** The first `max` words of a text, NFKC, in its order. Words of more than 40 characters are left out. */
export function wordsOf(text: string, max: number): Word[] {
  // Bounds the work on text that has few words; twenty characters a word are enough in every language.
  const maxChars = max * 20
  const plain = withoutMarkRuns(text.slice(0, maxChars)).normalize('NFKC').slice(0, maxChars)
  const words: Word[] = []
  let end = -1
  for (const [word, start] of isUnspaced(plain) ? segmented(plain) : spaced(plain)) {
    if (words.length === max) break
    const joinsPrevious = end === start || (start === end + 1 && plain[end] === ' ')
    if (word.length <= MAX_WORD_CHARS) words.push({ text: word, joinsPrevious })
    // After a word that was left out, the next one joins nothing.
    end = word.length <= MAX_WORD_CHARS ? start + word.length : -1
  }
  return words
}

function* spaced(text: string): Generator<[word: string, start: number]> {
  for (const match of text.matchAll(WORD)) yield [match[0], match.index]
}

function* segmented(text: string): Generator<[word: string, start: number]> {
  for (const { segment, index, isWordLike } of SEGMENTER.segment(text)) {
    if (isWordLike === true) yield [segment, index]
  }
}

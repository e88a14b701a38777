/** The agreement of a text with another in words, each counted as often as it occurs there. */
export interface Agreement {
  f1: number
  /** Share of the other's words that the text has. */
  recall: number
  /** Words of the text, and of the other. */
  words: number
  otherWords: number
}

/** In Chinese and Japanese, which have no spaces, every character is a word. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu

/** Two texts without a word agree. */
export function compareTexts(text: string, other: string): Agreement {
  const own = countWords(text)
  const expected = countWords(other)
  const words = sum(own.values())
  const otherWords = sum(expected.values())
  let shared = 0
  for (const [word, count] of expected) shared += Math.min(count, own.get(word) ?? 0)
  const recall = otherWords === 0 ? 1 : shared / otherWords
  const all = words + otherWords
  return { f1: all === 0 ? 1 : (2 * shared) / all, recall, words, otherWords }
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORD)) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

const sum = (counts: Iterable<number>): number => {
  let all = 0
  for (const count of counts) all += count
  return all
}

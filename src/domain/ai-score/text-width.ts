import { isAscii } from '../../lib/text/is-ascii.ts'
import { segmentsIn } from '../../lib/text/segments.ts'

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60]/u

/**
 * The UTF-16 units at the start of a text in which characters are counted as readers count them; the rest counts by
 * units, since exact figures do not matter there.
 */
const MAX_SEGMENTED = 20_000
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })

function segmentsOf(text: string): string[] {
  const start = text.slice(0, MAX_SEGMENTED)
  return Array.from(segmentsIn(CHARACTERS, start), ({ segment }) => segment)
}

/** Counts the characters of a text as a reader does: a letter with its accents and an emoji are one each. */
export const countCharacters = (text: string): number =>
  isAscii(text) ? text.length : segmentsOf(text).length + Math.max(0, text.length - MAX_SEGMENTED)

/**
 * Returns the width of a text in letters of the alphabet: a character of East Asia counts as two, since it takes two
 * columns and says about as much.
 */
export function widthOf(text: string): number {
  if (isAscii(text)) return text.length
  const segments = segmentsOf(text)
  const wide = segments.filter((segment) => WIDE.test(segment)).length
  return segments.length + wide + Math.max(0, text.length - MAX_SEGMENTED)
}

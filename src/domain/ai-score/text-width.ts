import { isAscii } from '../../lib/text/is-ascii.ts'
import { segmentsIn } from '../../lib/text/segments.ts'

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60]/u

/** More of a text is counted in UTF-16: the count is for people, who do not care whether it is 200,001. */
const MAX_SEGMENTED = 20_000
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })

function segmentsOf(text: string): string[] {
  const start = text.slice(0, MAX_SEGMENTED)
  return Array.from(segmentsIn(CHARACTERS, start), ({ segment }) => segment)
}

/** The characters of a text as a reader counts them: a letter with its accents and an emoji are one each. */
export const countCharacters = (text: string): number =>
  isAscii(text) ? text.length : segmentsOf(text).length + Math.max(0, text.length - MAX_SEGMENTED)

/**
 * The width of a text in characters of the alphabet: those of East Asia count twice, since they take two columns and
 * say about as much.
 */
export function widthOf(text: string): number {
  if (isAscii(text)) return text.length
  const segments = segmentsOf(text)
  const wide = segments.filter((segment) => WIDE.test(segment)).length
  return segments.length + wide + Math.max(0, text.length - MAX_SEGMENTED)
}

import { isAscii } from '../../lib/text/is-ascii.ts'

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60]/gu

/**
 * Width of a text in characters, where those of East Asia count twice: they take two columns, and say about as much.
 */
export const widthOf = (text: string): number =>
  text.length + (isAscii(text) ? 0 : (text.match(WIDE)?.length ?? 0))

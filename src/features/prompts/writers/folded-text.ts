/** Matches quotation marks, which models write in any form. */
const QUOTES = /["“”„‟«»‹›「」『』＂]|(?<!\p{L})'|'(?!\p{L})/gu
const APOSTROPHES = /[‘’‚‛ʼ`´＇]/gu
/** Matches letters and digits of full width. */
const WIDE = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/g
const DASHES = /[‐‑‒–—―−﹘﹣－]/gu
const BESIDE_DASH = / ?- ?/gu
/**
 * The pattern of letters and marks in scripts without spaces between words: a space next to one is a matter of layout.
 */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー、。，！？：；（）]`
const BESIDE_UNSPACED = new RegExp(`(?<=${UNSPACED}) | (?=${UNSPACED})`, 'gu')

/**
 * Returns one line that is the same for texts which differ only in their spelling: in composed and wide letters,
 * spaces, marks of quotation and dashes.
 */
export const foldSpelling = (text: string): string =>
  text
    .normalize('NFC')
    .replace(WIDE, (letter) => letter.normalize('NFKC'))
    .replace(APOSTROPHES, "'")
    .replace(QUOTES, '')
    .replace(DASHES, '-')
    .replaceAll('…', '...')
    .replace(/\s+/gu, ' ')
    .replace(BESIDE_UNSPACED, '')
    .replace(BESIDE_DASH, '-')
    .trim()

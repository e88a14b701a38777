import { isAscii } from '../../lib/text/is-ascii.ts'

/** The length of a text in words and in tokens. */
export interface TextMeasure {
  /** The number of words; in Chinese and Japanese every character counts as one, as word processors count. */
  words: number
  /** Estimated tokens of a language model; tokenizers differ by about a fifth among themselves. */
  tokens: number
}

const CHARS_PER_TOKEN = 4
const NON_ASCII_CHARS_PER_TOKEN = 2
/** Average letters of a word in scripts without spaces: Thai, Lao, Burmese, Khmer. */
const LETTERS_PER_UNSPACED_WORD = 5

/** Counts words and tokens in one pass. */
export function measureText(text: string): TextMeasure {
  if (isAscii(text)) return measureAscii(text)
  let words = 0
  let ascii = 0
  let nonAscii = 0
  let ideographs = 0
  let unspaced = 0
  let isInWord = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 128) {
      ascii += 1
      const isLetter = isAsciiWord(code)
      if (isLetter && !isInWord) words += 1
      // An apostrophe inside a word does not end it.
      isInWord = isLetter || (isInWord && code === 39)
    } else if (isIdeograph(code)) {
      ideographs += 1
      isInWord = false
    } else {
      nonAscii += 1
      const isLetter = !isPunctuation(code)
      if (isUnspaced(code)) unspaced += 1
      else if (isLetter && !isInWord) words += 1
      isInWord = isLetter
    }
  }
  return {
    words: words + ideographs + Math.ceil(unspaced / LETTERS_PER_UNSPACED_WORD),
    tokens: Math.ceil(ascii / CHARS_PER_TOKEN + nonAscii / NON_ASCII_CHARS_PER_TOKEN + ideographs),
  }
}

const SCRATCH = Buffer.allocUnsafeSlow(16_384)

/**
 * Measures a text of ASCII alone in a quarter of the time: bytes go through a table, without branches to mispredict.
 */
function measureAscii(text: string): TextMeasure {
  let words = 0
  let inWord = 0
  for (let from = 0; from < text.length; from += SCRATCH.length) {
    const bytes = SCRATCH.write(from === 0 ? text : text.slice(from), 'latin1')
    for (let at = 0; at < bytes; at++) {
      const kind = KINDS[SCRATCH[at] ?? 0] ?? 0
      const isLetter = kind >> 1
      words += isLetter & (inWord ^ 1)
      inWord = isLetter | (kind & inWord)
    }
  }
  return { words, tokens: Math.ceil(text.length / CHARS_PER_TOKEN) }
}

const isAsciiWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)

/**
 * Two bits for each ASCII byte: the second is set for letters and digits, the first also for the apostrophe, which
 * does not end a word.
 */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  if (isAsciiWord(code)) return 3
  return code === 39 ? 1 : 0
})

/** True for a UTF-16 unit of Han, Hiragana or Katakana; rarer Han characters are known by their high surrogate. */
const isIdeograph = (code: number): boolean =>
  (code >= 0x3041 && code <= 0x30ff) ||
  (code >= 0x3400 && code <= 0x9fff) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0xd840 && code <= 0xd888)

const isUnspaced = (code: number): boolean =>
  (code >= 0x0e00 && code <= 0x0eff) ||
  (code >= 0x1000 && code <= 0x109f) ||
  (code >= 0x1780 && code <= 0x17ff)

/** Ranges of signs, arrows, symbols and emoji, first and last. */
const SIGNS: readonly (readonly [number, number])[] = [
  [0x80, 0xa9],
  [0xab, 0xb4],
  [0xb6, 0xb9],
  [0xbb, 0xbf],
  [0x2000, 0x2018],
  [0x201a, 0x206f],
  [0x2190, 0x2bff],
  [0x3000, 0x3040],
  [0xd83c, 0xdfff],
  [0xff00, 0xff0f],
]

function isPunctuation(code: number): boolean {
  for (const [first, last] of SIGNS) if (code <= last) return code >= first
  return false
}

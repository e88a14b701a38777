/**
 * Scripts without spaces between words, and Korean, whose words grow endings. The index holds their runs as overlapping
 * pairs, so that a search finds what stands anywhere in a run: no dictionary decides what a word is.
 */
const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const CHAR = `${SCRIPTS.map((script) => String.raw`\p{Script=${script}}`).join('')}ー\u3099\u309A`

const RUN = new RegExp(`[${CHAR}]+`, 'gu')
const ONE_CHAR = new RegExp(`^[${CHAR}]$`, 'u')

/**
 * Holds for every text with a character of these scripts, and for some others: most texts need no closer look. Astral
 * characters are known by the first half of their pair.
 */
const MAY_RUN =
  /[\u0E00-\u0EFF\u1000-\u11FF\u1780-\u17FF\u19E0-\u19FF\u2E80-\u2FDF\u3005-\u30FF\u3130-\u318F\u31F0-\u9FFF\uA960-\uA97F\uA9E0-\uA9FF\uAA60-\uAA7F\uAC00-\uD7FF\uF900-\uFAFF\uFF00-\uFFEF\uD805\uD81B\uD82B\uD82C\uD840-\uD88F]/

/** Wide letters, and narrow kana whose marks stand apart. */
const WIDTHS = /[\uFF00-\uFFEF]+/g

/** Marks of these scripts, which the index takes for what separates words, and what is neither letter nor number. */
const NOT_WORDS = /[^\p{L}\p{N}]+/gu

/** Whether a word is a single character of a run: what begins with it in the index begins a pair. */
export const isRunChar = (word: string): boolean => ONE_CHAR.test(word)

/** Whether a text has any such run. */
export const hasRuns = (text: string): boolean => MAY_RUN.test(text) && text.search(RUN) >= 0

/** A text whose runs are spelled in one way, without marks, so that one text can be looked for in another. */
export const plainRuns = (text: string): string => mapRuns(text, (chars) => chars.join(''))

/** The rest of a text. */
export const withoutRuns = (text: string): string => mapRuns(text, () => ' ')

/** A text as it goes into the index: each run as its pairs and its last character, so that every one begins a token. */
export const toIndex = (text: string): string =>
  mapRuns(text, (chars) => ` ${chars.map((char, i) => char + (chars[i + 1] ?? '')).join(' ')} `)

/** A text as it is looked for: each run as its pairs, or as the one character that it is. */
export const toSearch = (text: string): string =>
  mapRuns(text, (chars) => ` ${pairsOf(chars).join(' ')} `)

function pairsOf(chars: readonly string[]): string[] {
  return chars.length < 2 ? [...chars] : chars.slice(1).map((char, i) => `${chars[i] ?? ''}${char}`)
}

function mapRuns(text: string, write: (chars: readonly string[]) => string): string {
  if (!MAY_RUN.test(text)) return text
  return text
    .replaceAll(WIDTHS, (wide) => wide.normalize('NFKC'))
    .replaceAll(RUN, (run) => write(Array.from(run.normalize('NFC').replaceAll(NOT_WORDS, ''))))
}

/**
 * Scripts whose runs the index holds as overlapping bigrams, so that a search finds any part of a run without a
 * dictionary: those without spaces between words ("CJK" here also covers Thai, Lao, Khmer and Burmese), and Korean,
 * whose words take endings.
 */
const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const CHAR = `${SCRIPTS.map((script) => String.raw`\p{Script=${script}}`).join('')}ー\u3099\u309A`

const RUN = new RegExp(`[${CHAR}]+`, 'gu')
const ONE_CHAR = new RegExp(`^[${CHAR}]$`, 'u')

/**
 * Matches every text with a character of these scripts and a few others, so that most texts need no closer look. Astral
 * characters are known by their high surrogate.
 */
const MAY_RUN =
  /[\u0E00-\u0EFF\u1000-\u11FF\u1780-\u17FF\u19E0-\u19FF\u2E80-\u2FDF\u3005-\u30FF\u3130-\u318F\u31F0-\u9FFF\uA960-\uA97F\uA9E0-\uA9FF\uAA60-\uAA7F\uAC00-\uD7FF\uF900-\uFAFF\uFF00-\uFFEF\uD805\uD81B\uD82B\uD82C\uD840-\uD88F]/

/** Matches full-width letters, and half-width kana with separate voicing marks. */
const WIDTHS = /[\uFF00-\uFFEF]+/g

/**
 * Matches marks that the index would treat as separators, and all other characters that are neither letter nor number.
 */
const NOT_WORDS = /[^\p{L}\p{N}]+/gu

/** True for a single character of a run: as a prefix, it matches the bigrams that begin with it. */
export const isCjkChar = (word: string): boolean => ONE_CHAR.test(word)

/** True when a text has a run of these scripts. */
export const hasCjkRuns = (text: string): boolean => MAY_RUN.test(text) && text.search(RUN) >= 0

/** Normalises the runs of a text, without marks, so that one text can be searched in another. */
export const normaliseCjkRuns = (text: string): string =>
  mapCjkRuns(text, (chars) => chars.join(''))

/** Replaces each run by a space. */
export const removeCjkRuns = (text: string): string => mapCjkRuns(text, () => ' ')

/**
 * Writes a text for the index: each run as its bigrams and its last character, so that every character begins a
 * token.
 */
export const toIndexText = (text: string): string =>
  mapCjkRuns(text, (chars) => ` ${chars.map((char, i) => char + (chars[i + 1] ?? '')).join(' ')} `)

/** Writes a text for a search: each run as its bigrams, or as its single character. */
export const toSearchText = (text: string): string =>
  mapCjkRuns(text, (chars) => ` ${bigramsOf(chars).join(' ')} `)

function bigramsOf(chars: readonly string[]): string[] {
  return chars.length < 2 ? [...chars] : chars.slice(1).map((char, i) => `${chars[i] ?? ''}${char}`)
}

function mapCjkRuns(text: string, write: (chars: readonly string[]) => string): string {
  if (!MAY_RUN.test(text)) return text
  return text
    .replaceAll(WIDTHS, (wide) => wide.normalize('NFKC'))
    .replaceAll(RUN, (run) => write(Array.from(run.normalize('NFC').replaceAll(NOT_WORDS, ''))))
}

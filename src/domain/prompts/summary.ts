import { cleanValue } from './clean-value.ts'
import { sentencesOf } from './sentences.ts'
import { hasUnspaced } from './segment-words.ts'

export interface SummarySource {
  /** The main text from the first heading on. */
  text: string
  /** The first heading; a sentence that only repeats it is left out. */
  h1: string | null
  /** Keyphrases, heaviest first. */
  keyphrases: readonly { text: string; weight: number }[]
}

const MAX_SENTENCES = 3
const MAX_SENTENCE_CHARS = 300
const MAX_CONSIDERED = 200
/**
 * The least letters of a sentence; shorter ones are menus and captions. Scripts without spaces need fewer characters.
 */
const MIN_LETTERS = 40
const MIN_CHARS_UNSPACED = 12
/** The least letters of a sentence on a page without longer ones: `We open at nine.` */
const MIN_LETTERS_SHORT = 16
/**
 * Matches characters that are syllables, of two letters or three: Korean says as much as others in half of the
 * characters.
 */
const SYLLABLES =
  /[\p{Script=Hangul}\p{Script=Ethiopic}\p{Script=Cherokee}\p{Script=Canadian_Aboriginal}\p{Script=Vai}]/gu

/** Matches the marks that end a sentence in any script (https://www.unicode.org/reports/tr44/#Sentence_Terminal). */
const END_MARK = /[\p{Sentence_Terminal}…]/u
/**
 * Matches scripts that put a space where others end a sentence, so that only a line is known to be whole
 * (https://www.unicode.org/versions/latest/core-spec/chapter-16/).
 */
const UNMARKED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}]/u
/** Characters that may follow the mark that ends a sentence. */
const CLOSING: ReadonlySet<string> = new Set('"\'”’»」)')

/**
 * Summarises a page by up to three sentences, word for word and in their order: its first, and the two that name most
 * of its keyphrases, earlier ones preferred. Short sentences count where there is no other; empty without any.
 */
export function summarize({ text, h1, keyphrases }: SummarySource): string {
  const heading = (h1 ?? '').trim().toLowerCase()
  const ended = sentencesOf(text)
    .slice(0, MAX_CONSIDERED)
    .filter((sentence) => isEnded(sentence) && sentence.toLowerCase() !== heading)
  const long = ended.filter(isLong)
  const sentences = long.length > 0 ? long : ended.filter(isShort)
  const [first, ...others] = sentences.map((sentence, place) => ({ sentence, place }))
  if (first === undefined) return ''
  const phrases = keyphrases.map((phrase) => ({ ...phrase, text: phrase.text.toLowerCase() }))
  const best = others
    .filter(({ sentence }) => sentence !== first.sentence)
    .map((one) => ({ ...one, score: coverage(one.sentence, phrases) / (1 + one.place * 0.05) }))
    .toSorted((a, b) => b.score - a.score || a.place - b.place)
    .slice(0, MAX_SENTENCES - 1)
  return [first, ...best.toSorted((a, b) => a.place - b.place)]
    .map(({ sentence }) => cleanValue(sentence, MAX_SENTENCE_CHARS))
    .join(' ')
}

function isEnded(text: string): boolean {
  let end = text.length
  while (CLOSING.has(text.charAt(end - 1))) end--
  const last = text.charAt(end - 1)
  return END_MARK.test(last) || (UNMARKED.test(last) && text.length >= MIN_LETTERS)
}

const isLong = (text: string): boolean =>
  lettersIn(text) >= MIN_LETTERS || (text.length >= MIN_CHARS_UNSPACED && hasUnspaced(text))

const isShort = (text: string): boolean => lettersIn(text) >= MIN_LETTERS_SHORT

/** Counts the letters of a text, with a syllable as two. A text that is long enough as it is need not be looked at. */
const lettersIn = (text: string): number =>
  text.length >= MIN_LETTERS ? text.length : text.length + (text.match(SYLLABLES)?.length ?? 0)

const coverage = (sentence: string, phrases: SummarySource['keyphrases']): number => {
  const lower = sentence.toLowerCase()
  return phrases.reduce((sum, { text, weight }) => (lower.includes(text) ? sum + weight : sum), 0)
}

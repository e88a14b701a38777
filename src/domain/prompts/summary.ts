import { cleanValue } from './clean-value.ts'
import { sentencesOf } from './sentences.ts'
import { isUnspaced } from './segment-words.ts'

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
/** In letters; shorter sentences are menus and captions. Scripts without spaces need fewer characters. */
const MIN_LETTERS = 40
const MIN_CHARS_UNSPACED = 12
/** Characters that are syllables, of two letters or three: Korean says as much as others in half of the characters. */
const SYLLABLES =
  /[\p{Script=Hangul}\p{Script=Ethiopic}\p{Script=Cherokee}\p{Script=Canadian_Aboriginal}\p{Script=Vai}]/gu

/** The marks that end a sentence in any script (https://www.unicode.org/reports/tr44/#Sentence_Terminal). */
const END_MARK = /[\p{Sentence_Terminal}…]/u
/** Characters that may follow the mark that ends a sentence. */
const CLOSING: ReadonlySet<string> = new Set('"\'”’»」)')

/**
 * Summarises a page by up to three sentences, word for word and in their order: its first, and the two that name most
 * of its keyphrases, earlier ones preferred. Empty when the page has no sentence.
 */
export function summarize({ text, h1, keyphrases }: SummarySource): string {
  const heading = (h1 ?? '').trim().toLowerCase()
  const sentences = sentencesOf(text)
    .slice(0, MAX_CONSIDERED)
    .filter((sentence) => isSentence(sentence) && sentence.toLowerCase() !== heading)
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

function isSentence(text: string): boolean {
  const isLong = lettersIn(text) >= MIN_LETTERS
  if (!isLong && !(text.length >= MIN_CHARS_UNSPACED && isUnspaced(text))) return false
  let end = text.length
  while (CLOSING.has(text.charAt(end - 1))) end--
  return END_MARK.test(text.charAt(end - 1))
}

/** Counts a syllable as two letters. A text that is long enough as it is need not be looked at. */
const lettersIn = (text: string): number =>
  text.length >= MIN_LETTERS ? text.length : text.length + (text.match(SYLLABLES)?.length ?? 0)

const coverage = (sentence: string, phrases: SummarySource['keyphrases']): number => {
  const lower = sentence.toLowerCase()
  return phrases.reduce((sum, { text, weight }) => (lower.includes(text) ? sum + weight : sum), 0)
}

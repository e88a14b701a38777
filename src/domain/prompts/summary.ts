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
/** Shorter sentences are menus and captions; scripts that need fewer characters have a lower limit. */
const MIN_CHARS = 40
const MIN_CHARS_UNSPACED = 12

const END_MARKS: ReadonlySet<string> = new Set('.!?…。！？።।')
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
  if (text.length < MIN_CHARS && !(text.length >= MIN_CHARS_UNSPACED && isUnspaced(text))) {
    return false
  }
  let end = text.length
  while (CLOSING.has(text.charAt(end - 1))) end--
  return END_MARKS.has(text.charAt(end - 1))
}

const coverage = (sentence: string, phrases: SummarySource['keyphrases']): number => {
  const lower = sentence.toLowerCase()
  return phrases.reduce((sum, { text, weight }) => (lower.includes(text) ? sum + weight : sum), 0)
}

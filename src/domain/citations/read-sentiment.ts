import { detectLanguage } from '../language/detect-language.ts'
import type { AnswerReading } from './answer-reading.ts'
import { LEXICONS, type Lexicon } from './sentiment-words.ts'

/** The score from which on a text is positive; from its negative on a text is negative, and between the two neutral. */
const LEAST = 0.15
/** The number of words before a word among which a negation turns its polarity. */
const WINDOW = 3
/** The most characters of a sentence that are read on each side of a name. */
const MAX_SENTENCE = 1_000
/** The characters of an answer by which its language is found. */
const MAX_LANGUAGE = 500
const END_OF_SENTENCE = /[.!?](?=\s)|\n|[。！？]/g
const WORD = /\p{L}[\p{L}\p{M}'-]*/gu

/**
 * Computes the sentiment of a folded text about the names at some places: the sum of the polarities of all words in the
 * sentences that hold one, from -1 to 1. It knows words and not their sense, so that results are to be compared only
 * with each other. Null in a language of which it has no words.
 */
export function readSentiment(
  text: string,
  named: readonly { start: number; end: number }[],
): AnswerReading['sentiment'] {
  if (named.length === 0) return null
  const lexicon = LEXICONS.get(detectLanguage(text.slice(0, MAX_LANGUAGE))?.language ?? '')
  if (!lexicon) return null
  let sum = 0
  for (const sentence of sentencesAround(text, named)) sum += polarityOfWords(sentence, lexicon)
  const score = Math.min(Math.max(sum, -1), 1)
  const label = score >= LEAST ? 'positive' : score <= -LEAST ? 'negative' : 'neutral'
  return { score, label, method: 'lexicon' }
}

/** Returns the sentences that hold one of the places, each once, without the names themselves. */
function sentencesAround(text: string, named: readonly { start: number; end: number }[]): string[] {
  const sentences: string[] = []
  let start = 0
  let next = 0
  const take = (end: number): void => {
    let sentence = ''
    let from = start
    for (let name = named[next]; name && name.start < end; name = named[next]) {
      sentence += `${text.slice(Math.max(from, name.start - MAX_SENTENCE), name.start)} `
      from = name.end
      next += 1
    }
    if (from > start)
      sentences.push(sentence + text.slice(from, Math.min(end, from + MAX_SENTENCE)))
    start = end
  }
  for (const { index } of text.matchAll(END_OF_SENTENCE)) {
    if (next === named.length) return sentences
    take(Math.max(index + 1, start))
  }
  take(text.length)
  return sentences
}

function polarityOfWords(sentence: string, lexicon: Lexicon): number {
  let sum = 0
  let lastNegation = Number.NEGATIVE_INFINITY
  let at = 0
  for (const [word] of sentence.matchAll(WORD)) {
    const polarity = lexicon.polarityOf(word)
    sum += at - lastNegation <= WINDOW ? -polarity : polarity
    if (lexicon.isNegation(word)) lastNegation = at
    at += 1
  }
  return sum
}

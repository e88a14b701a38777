import { segmentsIn } from '../../lib/text/segments.ts'

/** The most characters of a page that summaries read. */
const MAX_TEXT_CHARS = 20_000

/** The segmenter of sentences (UAX 29); English serves all languages, since the rules are the same for all but one. */
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Matches abbreviations whose full stop ends no sentence, and initials as in `J. S. Bach`. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|vs|etc|approx|ca|cf|Nr|Fig|vol|pp|ed|e\.g|i\.e|z\.B|d\.h|u\.a|bzw|usw|Sra|Mme)\.[ \u00a0]*$/iu

const MAX_ABBREVIATION_CHARS = 6
const FULL_STOP = 0x2e

/** Splits a text into sentences of one line each; line breaks end sentences too. Reads the first 20,000 characters. */
export function sentencesOf(text: string, max = Number.POSITIVE_INFINITY): string[] {
  const sentences: string[] = []
  let open = ''
  const close = (): void => {
    const sentence = onOneLine(open)
    if (sentence !== '') sentences.push(sentence)
    open = ''
  }
  for (const { segment } of segmentsIn(SEGMENTER, text.slice(0, MAX_TEXT_CHARS))) {
    open += segment
    if (!endsAbbreviated(segment)) close()
    if (sentences.length >= max) return sentences
  }
  close()
  return sentences
}

function endsAbbreviated(segment: string): boolean {
  let end = segment.length
  while (end > 0 && isBlank(segment.charCodeAt(end - 1))) end--
  if (segment.charCodeAt(end - 1) !== FULL_STOP) return false
  // Most last words are longer than any abbreviation.
  const from = end - 2 - MAX_ABBREVIATION_CHARS
  for (let at = end - 2; at >= from; at--) {
    if (at < 0 || !isAsciiLetter(segment.charCodeAt(at))) {
      return ABBREVIATION.test(segment.slice(-20))
    }
  }
  return false
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0xa0
const isAsciiLetter = (code: number): boolean => {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

function onOneLine(text: string): string {
  const trimmed = text.trim()
  return /[^\S ]| {2}/u.test(trimmed) ? trimmed.replace(/\s+/gu, ' ') : trimmed
}

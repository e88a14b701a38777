import { stem } from './stem.ts'

/** Languages that write several nouns as one word. */
const COMPOUNDING: ReadonlySet<string> = new Set(['de', 'nl', 'sv', 'da', 'nb', 'no', 'nn'])

/**
 * The least and most letters of a word that is searched for others: a shorter one is hardly made of two, and a longer
 * one costs too many look-ups.
 */
const MIN_WORD = 9
const MAX_WORD = 32
/** The least letters of a subject within a word, and of the rest before or behind it; most prefixes have fewer. */
const MIN_INNER = 5
const MIN_OTHER = 4

/**
 * Lists the stems that the first or last part of a compound may have: `Luftwärmepumpe` and `Wärmepumpenkosten` both
 * hold `Wärmepumpe`. The subjects of a site show which of them are words.
 */
export function innerStems(text: string, language: string): string[] {
  if (!COMPOUNDING.has(language) || text.length < MIN_WORD || text.length > MAX_WORD) return []
  const word = text.toLowerCase()
  const stems = new Set<string>()
  for (let at = MIN_OTHER; at <= word.length - MIN_OTHER; at++) {
    const parts = [word.slice(0, at), word.slice(at)].map((part) => part.replaceAll('-', ''))
    for (const part of parts) if (part.length >= MIN_INNER) stems.add(stem(part, language))
  }
  stems.delete(stem(word, language))
  return [...stems]
}

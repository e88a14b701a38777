/** More of a page than this is never summarised. */
const MAX_TEXT_CHARS = 20_000

/** UAX 29; its rules for sentences are the same for all but one language, so English does for all. */
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Words before a full stop that ends no sentence, and single letters, as in `J. S. Bach`. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|vs|etc|approx|ca|cf|Nr|Fig|vol|pp|ed|e\.g|i\.e|z\.B|d\.h|u\.a|bzw|usw|Sra|Mme)\.[ \u00a0]*$/iu

/** The sentences of a text, each on one line; line breaks end them too. Reads the first 20,000 characters. */
export function sentencesOf(text: string): string[] {
  const sentences: string[][] = [[]]
  for (const { segment } of SEGMENTER.segment(text.slice(0, MAX_TEXT_CHARS))) {
    sentences.at(-1)?.push(segment)
    if (!ABBREVIATION.test(segment.slice(-20))) sentences.push([])
  }
  return sentences
    .map((pieces) => pieces.join('').replace(/\s+/gu, ' ').trim())
    .filter((sentence) => sentence !== '')
}

import { FIGURE } from './figure-units.ts'

/** Text between quotation marks, long enough to be a sentence that somebody said. */
const QUOTATION = /[“„«「『"][^“”„«»「」『』"\n]{20,600}[”“»」』"]/gu

const MAX_TEXT_CHARS = 100_000

export interface EvidenceCounts {
  figures: number
  quotations: number
  /** The first figure or quotation, or null. */
  example: string | null
}

/** Counts the figures and quotations in a text, which support its claims. Linear in its length. */
export function countEvidence(text: string): EvidenceCounts {
  const start = text.slice(0, MAX_TEXT_CHARS)
  const figures = start.match(FIGURE) ?? []
  const quotations = start.match(QUOTATION) ?? []
  return {
    figures: figures.length,
    quotations: quotations.length,
    example: figures[0] ?? quotations[0] ?? null,
  }
}

import type { Cell } from './table.ts'

/** One tool answer may cost a model this much, over both channels together. */
export const ANSWER_TOKENS = 8_000

/** The context line, column names, notes and the JSON around the rows cost this much. */
const FRAME_TOKENS = 600

/**
 * An upper estimate of the tokens of a text: four ASCII characters a token, and one token for each other character
 * (CJK costs about that in common vocabularies), so that an answer in Japanese does not overflow either.
 */
export function estimateTokens(text: string): number {
  let other = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) other += 1
  return Math.ceil((text.length - other) / 4) + other
}

/** Counts the first rows that fit the budget as CSV and as JSON both: at least one, so that a cursor always moves. */
export function rowsWithinBudget(
  rows: readonly (readonly Cell[])[],
  tokens = ANSWER_TOKENS,
): number {
  let left = tokens - FRAME_TOKENS
  for (const [i, row] of rows.entries()) {
    left -= 2 * estimateTokens(JSON.stringify(row))
    if (left < 0) return Math.max(1, i)
  }
  return rows.length
}

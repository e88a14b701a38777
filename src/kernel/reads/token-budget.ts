import { estimateTokens } from '../../lib/text/estimate-tokens.ts'
import type { Cell } from './table.ts'

/** A tool answer may cost a model this much, over both channels together, unless the caller takes more. */
export const ANSWER_TOKENS = 8_000

/** The context line, column names, notes and the JSON around the rows cost this much. */
const FRAME_TOKENS = 800

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

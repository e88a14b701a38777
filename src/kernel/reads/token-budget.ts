import { estimateTokens } from '../../lib/text/estimate-tokens.ts'
import type { Caller } from '../door/caller.ts'
import type { Cell, Table, ToldMark } from './table.ts'

/** The most tokens of a tool's answer, over both channels together, unless the caller allows another number. */
export const ANSWER_TOKENS = 8_000

/** The most tokens of the line of context, a cursor, the fence and the names of fields together. */
const FRAME_TOKENS = 180
/** The most tokens of the note that an answer was cut. */
const CUT_TOKENS = 60
/** The fewest rows of a cut answer; one of fewer rows says that maxTokens has no room for more. */
const MIN_ROWS = 3

/** The tokens that an answer may cost as a whole. */
export interface Budget {
  maxTokens?: number | undefined
  /** True for an answer that is text alone, without the same as structured content, so that a row costs half. */
  isTextOnly?: boolean | undefined
}

/** Returns the budget of a tool's answer, from its caller and its arguments. */
export const budgetOf = (
  { isTextOnly }: Pick<Caller, 'isTextOnly'>,
  { maxTokens }: { maxTokens?: unknown },
): Budget => ({
  maxTokens: typeof maxTokens === 'number' ? maxTokens : undefined,
  isTextOnly,
})

/** The parts of a table that are not rows. */
export type TableFrame = Pick<Table, 'columns' | 'notes'> & { marks?: readonly ToldMark[] }

/**
 * Counts the first rows that fit the budget of the whole answer: at least one, so that a cursor always moves. The frame
 * counts at its own size, as text and as JSON.
 */
export function rowsWithinBudget(
  rows: readonly (readonly Cell[])[],
  frame: TableFrame,
  { maxTokens = ANSWER_TOKENS, isTextOnly = false }: Budget,
): number {
  const channels = isTextOnly ? 1 : 2
  const told = estimateTokens(JSON.stringify([frame.columns, frame.notes ?? [], frame.marks ?? []]))
  let left = maxTokens - FRAME_TOKENS - CUT_TOKENS - channels * told
  for (const [i, row] of rows.entries()) {
    left -= channels * estimateTokens(JSON.stringify(row))
    if (left < 0) return Math.max(1, i)
  }
  return rows.length
}

/**
 * Returns notes on a list that was cut: how many rows it has in all, and that the budget had no room for three where
 * it shows fewer.
 */
export function notesOnCut({
  shown,
  total,
  isCut,
  isFile = false,
}: {
  shown: number
  /** The number of rows of the whole list; undefined where they were not counted. */
  total: RowCount | undefined
  isCut: boolean
  /** True where export_data writes the same rows into one file. */
  isFile?: boolean
}): string[] {
  if (!isCut) return []
  return [
    ...notesOnTotal(total, isFile),
    ...(shown < MIN_ROWS
      ? ['maxTokens has no room for three rows: raise it, or ask for less']
      : []),
  ]
}

/**
 * Returns a note on how many rows a list has in all, as far as they were counted; an empty list where they were not.
 */
export function notesOnTotal(total: RowCount | undefined, isFile = false): string[] {
  if (!total) return []
  const more = total.isMore ? 'more than ' : ''
  return [`${more}${total.rows} rows in all${isFile ? '; export_data has them in one file' : ''}`]
}

/** The number of rows of a whole list, as far as they were counted; `isMore` where there are more. */
export interface RowCount {
  rows: number
  isMore: boolean
}

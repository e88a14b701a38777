import { estimateTokens } from '../../lib/text/estimate-tokens.ts'
import type { Caller } from '../door/caller.ts'
import type { Cell, Table, ToldMark } from './table.ts'

/** A tool answer may cost a model this much, over both channels together, unless the caller takes more. */
export const ANSWER_TOKENS = 8_000

/** The line of context, a cursor, the fence and the names of fields cost at most this much. */
const FRAME_TOKENS = 180
/** The most tokens of the note that an answer was cut. */
const CUT_TOKENS = 60
/** An answer of fewer rows says that it has no room for more. */
const MIN_ROWS = 3

/** The tokens that an answer may cost as a whole. */
export interface Budget {
  maxTokens?: number | undefined
  /** The answer is text alone, without the same as structured content, so a row costs half. */
  isTextOnly?: boolean | undefined
}

/** The budget of a tool's answer, as its caller and its arguments have it. */
export const budgetOf = (
  { isTextOnly }: Pick<Caller, 'isTextOnly'>,
  { maxTokens }: { maxTokens?: unknown },
): Budget => ({
  maxTokens: typeof maxTokens === 'number' ? maxTokens : undefined,
  isTextOnly,
})

/** The parts of a table besides its rows. */
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

/** Says of a list that was cut how many rows there are in all, and that the budget was too small for three. */
export function notesOnCut({
  shown,
  total,
  isCut,
  isFile = false,
}: {
  shown: number
  /** Undefined where they were not counted. */
  total: RowCount | undefined
  isCut: boolean
  /** True where export_data has the same rows in one file. */
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

/** Says of a part of a list how many rows there are in all, as far as they were counted. */
export function notesOnTotal(total: RowCount | undefined, isFile = false): string[] {
  if (!total) return []
  const more = total.isMore ? 'more than ' : ''
  return [`${more}${total.rows} rows in all${isFile ? '; export_data has them in one file' : ''}`]
}

/** The rows of a whole list, as far as they were counted. */
export interface RowCount {
  rows: number
  isMore: boolean
}

import { rowsWithinBudget } from './token-budget.ts'
import type { CursorKey, CursorSigner } from '../credentials/cursor.ts'
import type { Cell } from './table.ts'

interface PagedRow {
  cells: Cell[]
  key: CursorKey
}

/**
 * Cuts one page of a table: at most `limit` rows and what `maxTokens` hold, cut on a whole row, with a cursor that
 * continues at the cut. `rows` must hold one more than `limit` when there are more.
 */
export function pageOfRows(
  rows: readonly PagedRow[],
  { limit, maxTokens }: { limit: number; maxTokens: number },
  binding: string,
  cursors: CursorSigner,
): { rows: Cell[][]; nextCursor: string | null } {
  const wanted = rows.slice(0, limit)
  const kept = wanted.slice(
    0,
    rowsWithinBudget(
      wanted.map(({ cells }) => cells),
      maxTokens,
    ),
  )
  const last = kept.at(-1)
  const isCut = kept.length < rows.length
  return {
    rows: kept.map(({ cells }) => cells),
    nextCursor: last && isCut ? cursors.sign(binding, last.key) : null,
  }
}

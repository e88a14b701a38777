import type { Cell } from '../../kernel/reads/table.ts'
import { type JudgedChange, usualCell } from '../../kernel/verdicts/judged-change.ts'

/**
 * Columns of a table that show verdicts. Each verdict stands next to the usual range, since `usual` alone reads as if
 * all were well.
 */
export interface VerdictColumns {
  names: string[]
  cells(row: number): Cell[]
}

/** The reasons for which a change is called usual, though by its size it would be unusual. */
const EXPLAINED: ReadonlySet<JudgedChange['reason']> = new Set(['back_to_before', 'as_last_year'])

/** Makes the verdict columns for the changes of rows; a row whose change is null has empty cells. */
export function verdictColumns(changes: readonly (JudgedChange | null)[]): VerdictColumns {
  const hasRanges = changes.some((one) => one !== null && one.usual !== null)
  const isExplained = changes.some((one) => one !== null && EXPLAINED.has(one.reason))
  return {
    names: ['verdict', ...(hasRanges ? ['usual_pct'] : []), ...(isExplained ? ['reason'] : [])],
    cells(row) {
      const one = changes[row] ?? null
      return [
        one?.verdict ?? null,
        ...(hasRanges ? [one && usualCell(one)] : []),
        ...(isExplained ? [one && EXPLAINED.has(one.reason) ? one.reason : null] : []),
      ]
    },
  }
}

import type { Cell } from '../../kernel/reads/table.ts'
import { type JudgedChange, usualCell } from '../../kernel/verdicts/judged-change.ts'

/**
 * Columns of a table that show verdicts. Each has the usual range next to it: alone, `usual` reads as if all were well.
 */
export interface VerdictColumns {
  names: string[]
  cells(row: number): Cell[]
}

/** The reasons for which a change is usual that would be unusual by its size. */
const EXPLAINED: ReadonlySet<JudgedChange['reason']> = new Set(['back_to_before', 'as_last_year'])

/** Makes the columns of the changes of rows; those that have none are null. */
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

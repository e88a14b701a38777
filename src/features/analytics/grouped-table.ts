import {
  type Budget,
  notesOnCut,
  type RowCount,
  rowsWithinBudget,
} from '../../kernel/reads/token-budget.ts'
import { shortNumber, type Table } from '../../kernel/reads/table.ts'
import { verdictColumns } from './verdict-columns.ts'
import type { AnalyticsResult } from './query.ts'
import { foreignColumns } from './dimensions.ts'
import type { MetricId } from './metrics.ts'
import { rateColumns } from './rate-columns.ts'
import { toldChange } from './told-change.ts'

/** A result with the parts of a table that describe its rows, and a function that counts the rows. */
export interface Answered {
  result: Omit<AnalyticsResult, 'timezone'>
  frame: Pick<Table, 'site' | 'range' | 'comparedWith' | 'notes'>
  cursorAfter: (row: number) => string | null
  /** Counts the rows of the whole answer; called only where an answer shows a part of them. */
  countRows: () => Promise<RowCount>
}

/**
 * Makes a tool's table of a query by dimensions: as many rows as fit, each with the change of its first metric in
 * percent and the verdict on it where periods are compared.
 */
export function groupedTable(answered: Answered, budget: Budget): Promise<Table> {
  const { result, frame } = answered
  const { comparison } = result
  const first = result.columns.filter(({ kind }) => kind === 'dimension').length
  const metric = result.columns[first]?.name
  const verdicts = comparison && verdictColumns(comparison.rowVerdicts)
  const rates = rateColumns(result)
  const rows = result.rows.map((row, i) => {
    const numbers = [...row.map(shortNumber), ...rates.cells(i)]
    if (!comparison || !verdicts) return numbers
    const sides = { value: row[first], before: comparison.rows[i]?.[0] }
    // @NOTE the columns behind the dimensions are metrics.
    const change = toldChange(metric as MetricId, sides, comparison, comparison.rowVerdicts[i])
    return [...numbers, change, ...verdicts.cells(i)]
  })
  const named = result.columns.map(({ name }) => name)
  const table = {
    ...frame,
    notes: [...(frame.notes ?? []), ...rates.notes],
    columns: [
      ...named,
      ...rates.names,
      ...(comparison ? [`${metric}_change_pct`, ...(verdicts?.names ?? [])] : []),
    ],
    rows,
    untrusted: foreignColumns(result.columns),
  }
  return fitTable(table, answered, budget)
}

/** Cuts the rows of a table to what its budget holds. If rows are left out, a note says how many there are in all. */
export async function fitTable(
  table: Omit<Table, 'nextCursor'> & { notes: string[] },
  { result, cursorAfter, countRows }: Answered,
  budget: Budget,
): Promise<Table> {
  const kept = table.rows.slice(0, rowsWithinBudget(table.rows, table, budget))
  const isCut = kept.length < table.rows.length || result.truncated
  const total = isCut ? await countRows() : undefined
  const cut = notesOnCut({ shown: kept.length, total, isCut, isFile: true })
  return {
    ...table,
    rows: kept,
    notes: [...cut, ...table.notes],
    nextCursor: isCut ? cursorAfter(kept.length - 1) : null,
  }
}

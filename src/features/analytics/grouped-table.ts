import { rowsWithinBudget } from '../../kernel/reads/token-budget.ts'
import { changeCell, shortNumber, type Table } from '../../kernel/reads/table.ts'
import { type DimensionId, isForeign } from './dimensions.ts'
import { rateColumns } from './rate-columns.ts'
import type { askSite } from './ask-site.ts'

/**
 * Makes a tool's table of a query by these dimensions: as many rows as fit, each with the change of its first metric in
 * percent and the verdict on it where periods are compared.
 */
export function groupedTable(
  { result, frame, cursorAfter }: Awaited<ReturnType<typeof askSite>>,
  dimensions: readonly DimensionId[],
  maxTokens?: number,
): Table {
  const { comparison } = result
  const first = dimensions.length
  const isCount = result.columns[first]?.unit === 'count'
  const rates = rateColumns(result)
  const rows = result.rows.map((row, i) => {
    const numbers = [...row.map(shortNumber), ...rates.cells(i)]
    if (!comparison) return numbers
    const before = comparison.rows[i]?.[0]
    const verdict = comparison.rowVerdicts[i] ?? null
    const comparable = isCount && before ? before * comparison.scale : before
    const change = changeCell(row[first], comparable, verdict)
    return [...numbers, change, verdict]
  })
  const kept = rows.slice(0, rowsWithinBudget(rows, maxTokens))
  const hasMore = kept.length < rows.length || result.truncated
  const named = result.columns.map(({ name }) => name)
  return {
    ...frame,
    notes: [...(frame.notes ?? []), ...rates.notes],
    columns: [
      ...named,
      ...rates.names,
      ...(comparison ? [`${named[first]}_change_pct`, 'verdict'] : []),
    ],
    rows: kept,
    untrusted: dimensions.filter(isForeign),
    nextCursor: hasMore ? cursorAfter(kept.length - 1) : null,
  }
}

import * as z from 'zod'
import { rowsWithinBudget } from '../../core/budget.ts'
import { Cursor, Limit } from '../../core/inputs.ts'
import { defineOperation } from '../../core/operation.ts'
import { Table } from '../../core/table.ts'
import { DIMENSION_IDS, isForeign } from './dimensions.ts'
import { Metrics } from './query.ts'
import { changePercent, shortNumber } from '../../core/numbers.ts'
import { runToolQuery, toolArguments } from './tool-query.ts'

const Input = z.strictObject({
  ...toolArguments,
  dimensions: z.array(z.enum(DIMENSION_IDS)).min(1).max(2).describe('Group by'),
  metrics: Metrics.optional().describe('What to count'),
  orderBy: z.string().max(60).optional().describe('- in front: high to low'),
  limit: Limit,
  cursor: Cursor,
})

/** Metrics by one or two dimensions, with the change of the first one and what it means. */
export const getBreakdown = defineOperation({
  name: 'analytics.breakdown',
  summary: 'Metrics of one site by one or two dimensions',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: Input,
  output: Table,
  async handler(ctx, { site, ...input }) {
    const { dimensions } = input
    const { result, frame, cursorAfter } = await runToolQuery(ctx, site, input)
    const { comparison } = result
    const first = dimensions.length
    const rows = result.rows.map((row, i) => {
      if (!comparison) return row.map(shortNumber)
      const change = changePercent(row[first], comparison.rows[i]?.[0])
      return [...row.map(shortNumber), change, comparison.rowVerdicts[i] ?? null]
    })
    const kept = rows.slice(0, rowsWithinBudget(rows))
    const hasMore = kept.length < rows.length || result.truncated
    const named = result.columns.map(({ name }) => name)
    return {
      ...frame,
      columns: [...named, ...(comparison ? [`${named[first]}_change_pct`, 'verdict'] : [])],
      rows: kept,
      untrusted: dimensions.filter(isForeign),
      nextCursor: hasMore ? cursorAfter(kept.length - 1) : null,
    }
  },
})

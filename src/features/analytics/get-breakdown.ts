import * as z from 'zod'
import { Cursor, Limit } from '../../core/inputs.ts'
import { defineOperation } from '../../core/operation.ts'
import { rowsWithinBudget } from '../../core/budget.ts'
import { Table } from '../../core/table.ts'
import { DIMENSION_IDS, Metrics } from './query.ts'
import { changePercent, runToolQuery, shortNumber, toolArguments } from './tool-query.ts'

const Input = z.strictObject({
  ...toolArguments,
  dimensions: z.array(z.enum(DIMENSION_IDS)).min(1).max(2).describe('Group by these'),
  metrics: Metrics.default(['impressions', 'ai_clicks', 'ai_ctr', 'questions']),
  orderBy: z
    .string()
    .max(60)
    .optional()
    .describe('Metric or dimension; - in front for high to low'),
  limit: Limit,
  cursor: Cursor,
})

/** Metrics by path, engine, referrer, country or device, with the change of the first one. */
export const getBreakdown = defineOperation({
  name: 'analytics.breakdown',
  summary: 'Metrics of one site by one or two dimensions',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: Input,
  output: Table,
  async handler(ctx, input) {
    const { site, range, compare, filters, dimensions, metrics, limit } = input
    const { result, frame, cursorAfter } = await runToolQuery(ctx, site, {
      range,
      compare,
      filters,
      dimensions,
      metrics,
      limit,
      orderBy: input.orderBy,
      cursor: input.cursor,
    })
    const before = result.comparison?.rows
    const first = dimensions.length
    const rows = result.rows.map((row, i) => {
      const change = before ? [changePercent(row[first], before[i]?.[0])] : []
      return [...row.map(shortNumber), ...change]
    })
    const kept = rows.slice(0, rowsWithinBudget(rows))
    const hasMore = kept.length < rows.length || result.truncated
    return {
      ...frame,
      columns: [...dimensions, ...metrics, ...(before ? [`${metrics[0]}_change_pct`] : [])],
      rows: kept,
      untrusted: dimensions.filter((d) => d === 'path' || d === 'referrer'),
      nextCursor: hasMore ? cursorAfter(kept.length - 1) : null,
    }
  },
})

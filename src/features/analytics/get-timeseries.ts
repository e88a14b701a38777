import * as z from 'zod'
import { cursorBinding } from '../../core/cursor.ts'
import { Cursor } from '../../core/inputs.ts'
import { defineOperation } from '../../core/operation.ts'
import { rowsWithinBudget } from '../../core/budget.ts'
import { Table } from '../../core/table.ts'
import { DIMENSION_IDS, isForeign } from './dimensions.ts'
import { legalMetrics } from './legality.ts'
import type { MetricId } from './metrics.ts'
import { Metrics, type Filter } from './query.ts'
import { shortNumber } from '../../core/numbers.ts'
import { runToolQuery, toolArguments } from './tool-query.ts'

const INTERVALS = ['auto', 'hour', 'day', 'week', 'month'] as const
const MAX_BUCKETS = 1_000
const TOO_MANY = `only the first ${MAX_BUCKETS} rows; use a longer interval`

const Input = z.strictObject({
  ...toolArguments,
  compare: toolArguments.compare.default('none'),
  metrics: Metrics.optional().describe('What to count'),
  interval: z.enum(INTERVALS).default('auto').describe('Length of a bucket'),
  splitBy: z.enum(DIMENSION_IDS).optional().describe('A series for each value'),
  cursor: Cursor,
})

/** Metrics over time; with `compare`, each bucket stands beside the one at the same place of the period before. */
export const getTimeseries = defineOperation({
  name: 'analytics.timeseries',
  summary: 'Metrics of one site over time',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: Input,
  output: Table,
  async handler(ctx, input) {
    const { site, range, compare, filters, splitBy } = input
    const grain = input.interval === 'auto' ? autoInterval(range) : input.interval
    const dimensions = [`time:${grain}` as const, ...(splitBy ? [splitBy] : [])]
    const { result, frame } = await runToolQuery(ctx, site, {
      range,
      compare,
      filters,
      metrics: input.metrics ?? defaultMetrics(splitBy, filters),
      dimensions,
      limit: MAX_BUCKETS,
      orderBy: 'time',
    })
    const binding = cursorBinding(`get_timeseries ${ctx.db.orgId}`, input)
    const start =
      input.cursor === undefined ? 0 : Number(ctx.app.cursors.open(binding, input.cursor)[0])
    const before = result.comparison?.rows
    const metrics = result.columns.slice(dimensions.length).map(({ name }) => name)
    const rows = result.rows
      .map((row, i) => {
        const earlier = metrics.map((_, j) => before?.[i]?.[j] ?? null)
        return [...row, ...(before ? earlier : [])].map(shortNumber)
      })
      .slice(start)
    const kept = rows.slice(0, rowsWithinBudget(rows))
    const isCut = kept.length < rows.length
    return {
      ...frame,
      notes: [...(frame.notes ?? []), ...(result.truncated ? [TOO_MANY] : [])],
      columns: columnsOf(splitBy, metrics, before !== undefined),
      rows: kept,
      ...(splitBy && isForeign(splitBy) && { untrusted: [splitBy] }),
      nextCursor: isCut ? ctx.app.cursors.sign(binding, [start + kept.length]) : null,
    }
  },
})

type Split = (typeof DIMENSION_IDS)[number]

const columnsOf = (
  splitBy: Split | undefined,
  metrics: readonly string[],
  isCompared: boolean,
): string[] => [
  'time',
  ...(splitBy ? [splitBy] : []),
  ...metrics,
  ...(isCompared ? metrics.map((id) => `${id}_previous`) : []),
]

/** The three that a reader looks for, as far as the split allows. */
function defaultMetrics(splitBy: Split | undefined, filters: readonly Filter[]): MetricId[] {
  const legal = legalMetrics(splitBy ? [splitBy] : [], filters)
  return (['impressions', 'ai_clicks', 'questions'] as const).filter((id) => legal.includes(id))
}

/** About thirty buckets, which a model can read at a glance. */
function autoInterval(range: string | undefined): 'hour' | 'day' | 'week' | 'month' {
  switch (range) {
    case '24h':
    case 'today':
    case 'yesterday':
      return 'hour'
    case '90d':
      return 'week'
    case '12mo':
      return 'month'
    default:
      return 'day'
  }
}

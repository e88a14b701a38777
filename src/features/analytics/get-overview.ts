import * as z from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { Table } from '../../core/table.ts'
import { METRIC_IDS } from './metrics.ts'
import { changePercent, runToolQuery, shortNumber, toolArguments } from './tool-query.ts'

/** Every metric of a site over a range, beside the period before. */
export const getOverview = defineOperation({
  name: 'analytics.overview',
  summary: 'Every metric of one site, with the change against the period before',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: z.strictObject(toolArguments),
  output: Table,
  async handler(ctx, { site, range, compare, filters }) {
    const { result, frame } = await runToolQuery(ctx, site, { range, compare, filters })
    const { totals, intervals, comparison } = result
    const rows = METRIC_IDS.map((id) => {
      const value = totals[id] ?? null
      const before = comparison?.totals[id] ?? null
      const [low, high] = intervals[id]?.ci95 ?? [null, null]
      const change = changePercent(value, before)
      return [id, ...[value, before].map(shortNumber), change, shortNumber(low), shortNumber(high)]
    })
    return {
      ...frame,
      columns: ['metric', 'value', 'previous', 'change_pct', 'ci95_low', 'ci95_high'],
      rows,
      nextCursor: null,
    }
  },
})

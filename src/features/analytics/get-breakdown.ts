import * as z from 'zod'
import { findSite } from '../../kernel/names/find-site.ts'
import { tablePage } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { Table } from '../../kernel/table.ts'
import { DIMENSION_IDS } from './dimensions.ts'
import { groupedTable } from './grouped-table.ts'
import { Metrics } from './query.ts'
import { runToolQuery, tableMetrics, tableRules, toolArguments } from './tool-query.ts'

/** What a breakdown is of; the fields of the tool and of the route. */
export const breakdownFields = {
  dimensions: z.array(z.enum(DIMENSION_IDS)).min(1).max(2).describe('Group by'),
  metrics: Metrics.optional().describe('What to count'),
  orderBy: z.string().max(60).optional().describe('- in front: high to low'),
}

const Input = z.strictObject({ ...toolArguments, ...breakdownFields, ...tablePage })

/** Metrics by one or two dimensions, with the change of the first one and what it means. */
export const getBreakdown = defineOperation({
  name: 'analytics.breakdown',
  summary: 'Metrics of one site by one or two dimensions',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: Input,
  output: Table,
  rules: tableRules,
  async handler(ctx, { site: reference, maxTokens, ...input }) {
    const site = await findSite(ctx.db, reference)
    const query = { ...input, metrics: tableMetrics(input) }
    return groupedTable(await runToolQuery(ctx, site, query), input.dimensions, maxTokens)
  },
})

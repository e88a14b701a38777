import * as z from 'zod'
import { COMPACT_SCHEMAS } from '../../kernel/compact-schema.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { MaxTokens, PageLimit, SiteReference } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { Table } from '../../kernel/table.ts'
import { groupedTable } from './grouped-table.ts'
import { METRIC_IDS } from './metrics.ts'
import { AnalyticsQuery } from './query.ts'
import { runToolQuery, tableMetrics, tableRules } from './tool-query.ts'

const { range, from: _from, to: _to, limit: _limit, fill: _fill, ...shape } = AnalyticsQuery.shape

/** Runs the whole query language in one tool, for questions that the others cannot ask. */
export const runAnalyticsQuery = defineOperation({
  name: 'analytics.query',
  summary: 'Any query of one site: metrics, dimensions, filters with and and or, having',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: z.strictObject({
    site: SiteReference,
    ...shape,
    metrics: z
      .array(z.enum(METRIC_IDS).register(COMPACT_SCHEMAS, { isBrief: true }))
      .min(1)
      .max(12)
      .optional()
      .describe('What to count'),
    range,
    limit: PageLimit.default(50),
    maxTokens: MaxTokens,
  }),
  output: Table,
  rules: tableRules,
  async handler(ctx, { site: reference, maxTokens, ...query }) {
    const site = await findSite(ctx.db, reference)
    const answer = await runToolQuery(ctx, site, {
      ...query,
      metrics: tableMetrics(query),
      fill: 'none',
    })
    return groupedTable(answer, query.dimensions, maxTokens)
  },
})

import * as z from 'zod'
import { Cursor, DefaultPageLimit, MaxTokens } from '../../kernel/door/inputs.ts'
import { defineSiteRead } from '../../kernel/reads/define-site-read.ts'
import { Table } from '../../kernel/reads/table.ts'
import { DIMENSION_IDS } from './dimensions.ts'
import { groupedTable } from './grouped-table.ts'
import { AnalyticsResult, Metrics } from './query.ts'
import { questionFields } from './question-fields.ts'
import { askSite, tableMetrics, tableRules } from './ask-site.ts'

/**
 * GET /analytics/:siteId/breakdown and get_breakdown: metrics by one or two dimensions, largest first, with the change of the
 * first one and what it means.
 */
export const getBreakdown = defineSiteRead({
  name: 'analytics.readBreakdown',
  summary: 'Metrics of one site by one or two dimensions',
  anyOf: ['analytics:read'],
  path: '/analytics/:siteId/breakdown',
  fields: {
    ...questionFields,
    dimensions: z.array(z.enum(DIMENSION_IDS)).min(1).max(2).describe('Group by'),
    metrics: Metrics.optional().describe('What to count'),
    orderBy: z
      .string()
      .max(60)
      .optional()
      .describe('Metric or dimension; -ai_clicks sorts high to low'),
    limit: DefaultPageLimit,
    cursor: Cursor,
    maxTokens: { tool: MaxTokens },
  },
  rules: tableRules,
  read: (question, input) => askSite(question, { ...input, metrics: tableMetrics(input) }),
  answer: AnalyticsResult,
  toAnswer: ({ result }) => result,
  toolAnswer: Table,
  toToolAnswer: (found, _, { dimensions, maxTokens }) => groupedTable(found, dimensions, maxTokens),
})

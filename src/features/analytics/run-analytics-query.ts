import * as z from 'zod'
import { COMPACT_SCHEMAS } from '../../kernel/compact-schema.ts'
import { MaxTokens, PageLimit } from '../../kernel/inputs.ts'
import { defineSiteRead } from '../../kernel/reads/define-site-read.ts'
import { Table } from '../../kernel/table.ts'
import { askSite, tableMetrics, tableRules } from './ask-site.ts'
import { groupedTable } from './grouped-table.ts'
import { METRIC_IDS } from './metrics.ts'
import { AnalyticsQuery, AnalyticsResult } from './query.ts'
import { queryRules } from './query-rules.ts'

const { metrics, from, to, limit, fill, ...fields } = AnalyticsQuery.shape

/** GET /analytics/:siteId/ai (contract 4.1) and query: the whole query language, for questions that no other can ask. */
export const runAnalyticsQuery = defineSiteRead({
  name: 'analytics.ai',
  summary: 'AI clicks, shares, questions, referrals and rates of one site',
  anyOf: ['analytics:read'],
  path: '/analytics/:siteId/ai',
  fields,
  only: {
    // A tool names two days as one range, and shows rows that have something.
    route: { metrics, from, to, limit, fill },
    tool: {
      metrics: z
        .array(z.enum(METRIC_IDS).register(COMPACT_SCHEMAS, { isBrief: true }))
        .min(1)
        .max(12)
        .optional()
        .describe('What to count'),
      limit: PageLimit.default(50),
      maxTokens: MaxTokens,
    },
  },
  rules: queryRules,
  toolRules: tableRules,
  read: (question, { maxTokens: _, ...query }) =>
    askSite(
      question,
      question.by === 'route' ? query : { ...query, metrics: tableMetrics(query), fill: 'none' },
    ),
  answer: AnalyticsResult,
  toAnswer: ({ result }) => result,
  toolAnswer: Table,
  toToolAnswer: (found, _, { dimensions, maxTokens }) => groupedTable(found, dimensions, maxTokens),
})

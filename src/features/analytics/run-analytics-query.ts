import { MaxTokens, PageLimit } from '../../kernel/door/inputs.ts'
import { defineSiteRead } from '../../kernel/reads/define-site-read.ts'
import { Table } from '../../kernel/reads/table.ts'
import { askSite, askWhole, tableMetrics, tableRules } from './ask-site.ts'
import { groupedTable } from './grouped-table.ts'
import { AnalyticsQuery, AnalyticsResult, BriefMetrics } from './query.ts'
import { queryRules } from './query-rules.ts'

const { shape } = AnalyticsQuery

/** GET /analytics/:siteId/ai (contract 4.1) and query: the whole query language, for questions that no other can ask. */
export const runAnalyticsQuery = defineSiteRead({
  name: 'analytics.ai',
  summary: 'AI clicks, shares, questions, referrals and rates of one site',
  anyOf: ['analytics:read'],
  path: '/analytics/:siteId/ai',
  fields: {
    ...shape,
    metrics: { route: shape.metrics, tool: BriefMetrics },
    // A tool names two days as one range, and shows rows that have something.
    from: { route: shape.from },
    to: { route: shape.to },
    fill: { route: shape.fill },
    limit: { route: shape.limit, tool: PageLimit.default(50) },
    maxTokens: { tool: MaxTokens },
  },
  rules: queryRules,
  toolRules: tableRules,
  read: (question, { fill = 'zero', ...query }) =>
    question.by === 'route'
      ? askWhole(question, { ...query, fill })
      : askSite(question, { ...query, fill: 'none', metrics: tableMetrics(query) }),
  answer: AnalyticsResult,
  toAnswer: ({ result }) => result,
  toolAnswer: Table,
  toToolAnswer: (found, _, { dimensions, maxTokens }) => groupedTable(found, dimensions, maxTokens),
})

import * as z from 'zod'
import { MaxTokens, PageLimit } from '../../kernel/door/inputs.ts'
import { COMPACT_SCHEMAS } from '../../kernel/reads/compact-schema.ts'
import { defineSiteRead } from '../../kernel/reads/define-site-read.ts'
import { budgetOf } from '../../kernel/reads/token-budget.ts'
import { Table } from '../../kernel/reads/table.ts'
import { askSite, askWhole, tableMetrics, tableRules } from './ask-site.ts'
import { groupedTable } from './grouped-table.ts'
import {
  AnalyticsQuery,
  AnalyticsResult,
  BRIEFLY,
  BriefMetrics,
  NAMING_UNMEASURED,
} from './query.ts'
import { queryRules } from './query-rules.ts'
import { askSites, askSitesTable } from './ask-sites.ts'
import { TIME_DIMENSIONS } from './dimensions.ts'
import { bySite, ofOneSite, SITES_DIMENSION_IDS } from './sites-plan.ts'
import { SitesResult } from './sites-result.ts'

const { shape } = AnalyticsQuery
const GroupSitesBy = z
  .array(
    z
      .enum([...TIME_DIMENSIONS, ...SITES_DIMENSION_IDS], NAMING_UNMEASURED)
      .register(COMPACT_SCHEMAS, BRIEFLY),
  )
  .max(3)
  .default([])
  .describe('Group by, as get_breakdown; one time:day week month hour')

/**
 * GET /analytics/:siteId/ai (contract 4.1), /analytics/ai and query: takes the whole query language, for questions that
 * no other operation can ask.
 */
export const runAnalyticsQuery = defineSiteRead({
  name: 'analytics.ai',
  summary: 'AI clicks, shares, questions, referrals and rates of one site',
  anyOf: ['analytics:read'],
  withoutWords: true,
  path: '/analytics/:siteId/ai',
  fields: {
    ...shape,
    metrics: { route: shape.metrics, tool: BriefMetrics },
    // The route of one site does not take the dimension site.
    dimensions: { route: shape.dimensions, tool: GroupSitesBy, sites: GroupSitesBy },
    // A tool names two days as one range, and shows rows that have something.
    from: { route: shape.from },
    to: { route: shape.to },
    fill: { route: shape.fill },
    limit: { route: shape.limit, tool: PageLimit.default(50) },
    maxTokens: { tool: MaxTokens },
  },
  rules: queryRules,
  toolRules: tableRules,
  read(question, { fill = 'zero', dimensions: asked, ...fields }) {
    const query = { ...fields, dimensions: ofOneSite(asked) }
    return question.by === 'route'
      ? askWhole(question, { ...query, fill })
      : askSite(question, { ...query, fill: 'none', metrics: tableMetrics(query) })
  },
  answer: AnalyticsResult,
  toAnswer: ({ result }) => result,
  toolAnswer: Table,
  toToolAnswer: (found, { ctx }, input) => groupedTable(found, budgetOf(ctx.caller, input)),
  overSites: {
    summary: 'AI clicks, shares, questions, referrals and rates of several sites',
    isAsked: bySite,
    read: (question, { fill = 'zero', ...query }) =>
      question.by === 'route'
        ? askSites(question, { ...query, fill })
        : askSitesTable(question, { ...query, fill: 'none' }),
    answer: SitesResult,
    toAnswer: ({ result }) => result,
    toToolAnswer: (found, { ctx }, input) => groupedTable(found, budgetOf(ctx.caller, input)),
  },
})

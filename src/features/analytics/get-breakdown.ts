import * as z from 'zod'
import { Cursor, DefaultPageLimit, MaxTokens } from '../../kernel/door/inputs.ts'
import { defineSiteRead } from '../../kernel/reads/define-site-read.ts'
import { budgetOf } from '../../kernel/reads/token-budget.ts'
import { Table } from '../../kernel/reads/table.ts'
import { DIMENSION_IDS } from './dimensions.ts'
import { groupedTable } from './grouped-table.ts'
import { AnalyticsResult, BriefMetrics, NAMING_UNMEASURED } from './query.ts'
import { questionFields } from './question-fields.ts'
import { askSite, tableMetrics, tableRules } from './ask-site.ts'
import { askSitesTable } from './ask-sites.ts'
import { bySite, ofOneSite, SITES_DIMENSION_IDS } from './sites-plan.ts'
import { SitesResult } from './sites-result.ts'

const GroupBy = z.array(z.enum(DIMENSION_IDS, NAMING_UNMEASURED)).min(1).max(2).describe('Group by')
const GroupSitesBy = z
  .array(z.enum(SITES_DIMENSION_IDS, NAMING_UNMEASURED))
  .min(1)
  .max(2)
  .describe('Group by')

/**
 * GET /analytics/:siteId/breakdown, /analytics/breakdown and get_breakdown: metrics by one or two dimensions, largest
 * first, with the change of the first one and what it means.
 */
export const getBreakdown = defineSiteRead({
  name: 'analytics.readBreakdown',
  summary: 'Metrics of one site by one or two dimensions',
  anyOf: ['analytics:read'],
  withoutWords: true,
  path: '/analytics/:siteId/breakdown',
  fields: {
    ...questionFields,
    // The route of one site does not take the dimension site.
    dimensions: { route: GroupBy, tool: GroupSitesBy, sites: GroupSitesBy },
    metrics: BriefMetrics,
    orderBy: z.string().max(60).optional().describe('Metric or dimension; -ai_clicks: high to low'),
    limit: DefaultPageLimit,
    cursor: Cursor,
    maxTokens: { tool: MaxTokens },
  },
  rules: tableRules,
  read(question, { dimensions: asked, ...input }) {
    const dimensions = ofOneSite(asked)
    const metrics = tableMetrics({ ...input, dimensions })
    return askSite(question, { ...input, dimensions, metrics })
  },
  answer: AnalyticsResult,
  toAnswer: ({ result }) => result,
  toolAnswer: Table,
  toToolAnswer: (found, { ctx }, input) => groupedTable(found, budgetOf(ctx.caller, input)),
  overSites: {
    summary: 'Metrics of several sites, by site and by other dimensions',
    isAsked: bySite,
    read: askSitesTable,
    answer: SitesResult,
    toAnswer: ({ result }) => result,
    toToolAnswer: (found, { ctx }, input) => groupedTable(found, budgetOf(ctx.caller, input)),
  },
})

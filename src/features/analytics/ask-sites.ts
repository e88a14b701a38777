import type { SitesQuestion } from '../../kernel/reads/sites-question.ts'
import { tableMetrics } from './ask-site.ts'
import { completeQuery, type AnalyticsQuery } from './query.ts'
import { assertMayCount } from './query-rules.ts'
import { runSitesQuery } from './run-sites-query.ts'
import { ofOneSite, type SitesDimensionId, type SitesQuery } from './sites-plan.ts'

type SitesFields = Partial<Omit<AnalyticsQuery, 'dimensions'>> & {
  dimensions?: readonly SitesDimensionId[]
}

/**
 * Completes a query about several sites and runs it. `maxRows` replaces `limit`, for a tool that has no argument
 * `limit`.
 */
export function askSites(question: SitesQuestion, fields: SitesFields, maxRows?: number) {
  assertMayCount(question.ctx.principal, fields)
  const { dimensions = [], ...others } = fields
  const query: SitesQuery = { ...completeQuery(others), dimensions }
  return runSitesQuery(question, { ...query, limit: maxRows ?? query.limit })
}

/** Asks about several sites, with the default metrics of a table where the question names none. */
export const askSitesTable = (question: SitesQuestion, fields: SitesFields) =>
  askSites(question, {
    ...fields,
    metrics: tableMetrics({ ...fields, dimensions: ofOneSite(fields.dimensions ?? []) }),
  })

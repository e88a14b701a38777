import * as z from 'zod'
import { notFound } from '../../kernel/errors.ts'
import { PathId } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { AnalyticsQuery, AnalyticsResult } from './query.ts'
import { runQuery } from './run-query.ts'
import { queryRules } from './query-rules.ts'

/** GET /analytics/:siteId/ai (contract 4.1). */
export const getAiAnalytics = defineOperation({
  name: 'analytics.ai',
  summary: 'AI clicks, shares, questions, referrals and rates of one site',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  http: { surface: 'api', method: 'get', path: '/analytics/:siteId/ai' },
  input: z.strictObject({ siteId: PathId, ...AnalyticsQuery.shape }),
  output: AnalyticsResult,
  rules: queryRules,
  async handler({ app, db }, { siteId, ...query }) {
    const site = await db.sites.find(siteId)
    if (!site) throw notFound('site')
    const { result } = await runQuery(site, query, { now: app.now(), cursors: app.cursors })
    return result
  },
})

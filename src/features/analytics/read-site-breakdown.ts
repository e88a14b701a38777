import * as z from 'zod'
import { notFound } from '../../kernel/errors.ts'
import { Cursor, DefaultPageLimit } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { breakdownFields } from './get-breakdown.ts'
import { AnalyticsResult, completeQuery } from './query.ts'
import { runQuery } from './run-query.ts'
import { siteQuestion } from './site-question.ts'
import { tableMetrics, tableRules } from './tool-query.ts'

/** GET /analytics/:siteId/breakdown: metrics by one or two dimensions, largest first. */
export const readSiteBreakdown = defineOperation({
  name: 'analytics.readBreakdown',
  summary: 'Metrics of one site by one or two dimensions',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  http: { surface: 'api', method: 'get', path: '/analytics/:siteId/breakdown' },
  input: z.strictObject({
    ...siteQuestion,
    ...breakdownFields,
    limit: DefaultPageLimit,
    cursor: Cursor,
  }),
  output: AnalyticsResult,
  rules: tableRules,
  async handler({ app, db }, { siteId, ...input }) {
    const site = await db.sites.find(siteId)
    if (!site) throw notFound('site')
    const query = completeQuery({ ...input, metrics: tableMetrics(input) })
    const { result } = await runQuery(site, query, { now: app.now(), cursors: app.cursors })
    return result
  },
})

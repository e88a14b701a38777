import * as z from 'zod'
import { notFound } from '../../kernel/errors.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { seriesFields, seriesQuery, seriesRules } from './get-timeseries.ts'
import { AnalyticsQuery, AnalyticsResult, completeQuery } from './query.ts'
import { runQuery } from './run-query.ts'
import { siteQuestion } from './site-question.ts'

const { limit, cursor } = AnalyticsQuery.shape

/** GET /analytics/:siteId/timeseries: metrics over time, by buckets that suit the range. */
export const readSiteTimeseries = defineOperation({
  name: 'analytics.readTimeseries',
  summary: 'Metrics of one site over time',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  http: { surface: 'api', method: 'get', path: '/analytics/:siteId/timeseries' },
  input: z.strictObject({ ...siteQuestion, ...seriesFields, limit, cursor }),
  output: AnalyticsResult,
  rules: seriesRules,
  async handler({ app, db }, { siteId, ...input }) {
    const site = await db.sites.find(siteId)
    if (!site) throw notFound('site')
    const query = await seriesQuery(site, input, app.now())
    const { result } = await runQuery(site, completeQuery({ ...query, limit: input.limit }), {
      now: app.now(),
      cursors: app.cursors,
    })
    return result
  },
})

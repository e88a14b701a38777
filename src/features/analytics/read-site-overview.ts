import * as z from 'zod'
import { ANY_ASKERS } from '../../domain/topics/privacy.ts'
import { notFound } from '../../kernel/errors.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { readOverview } from './get-overview.ts'
import { AnalyticsResult } from './query.ts'
import { siteQuestion } from './site-question.ts'
import { questionRules } from './query-rules.ts'

/** GET /analytics/:siteId/overview: every metric that the filters allow, beside the period before. */
export const readSiteOverview = defineOperation({
  name: 'analytics.readOverview',
  summary: 'Every metric of one site, with the change against the period before',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  http: { surface: 'api', method: 'get', path: '/analytics/:siteId/overview' },
  input: z.strictObject(siteQuestion),
  output: AnalyticsResult,
  rules: questionRules,
  async handler(ctx, { siteId, ...input }) {
    const site = await ctx.db.sites.find(siteId)
    if (!site) throw notFound('site')
    const { result } = await readOverview(ctx, site, input, ANY_ASKERS)
    return result
  },
})

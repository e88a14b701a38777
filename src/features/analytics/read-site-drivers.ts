import * as z from 'zod'
import { cursorBinding } from '../../kernel/cursor.ts'
import { ANY_ASKERS } from '../../domain/topics/privacy.ts'
import { notFound } from '../../kernel/errors.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { changeFields } from './compare-periods.ts'
import { dataFreshness } from './data-freshness.ts'
import { driversResult, DriversResult } from './drivers-result.ts'
import { explainChange } from './explain-change.ts'
import { plainSiteQuestion } from './site-question.ts'
import { changeRules } from './explain-change.ts'

/** GET /analytics/:siteId/drivers: the change of a metric as a sum over the values of up to three dimensions. */
export const readSiteDrivers = defineOperation({
  name: 'analytics.readDrivers',
  summary: 'Why a metric of one site changed: what each page, engine or country did to it',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  http: { surface: 'api', method: 'get', path: '/analytics/:siteId/drivers' },
  input: z.strictObject({ ...plainSiteQuestion, ...changeFields }),
  output: DriversResult,
  rules: changeRules,
  async handler({ app, db }, { siteId, ...input }) {
    const site = await db.sites.find(siteId)
    if (!site) throw notFound('site')
    const binding = cursorBinding(`drivers ${site.row.id}`, input)
    const { cursor, limit } = input
    const from = cursor === undefined ? 0 : Number(app.cursors.open(binding, cursor)[0])
    const explained = await explainChange(site, input, { now: app.now(), minAskers: ANY_ASKERS })
    const result = driversResult(explained, { from, limit })
    return {
      ...result,
      dataFreshness: await dataFreshness(site),
      nextCursor: result.truncated ? app.cursors.sign(binding, [from + limit]) : null,
    }
  },
})

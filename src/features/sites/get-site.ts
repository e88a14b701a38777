import * as z from 'zod'
import { notFound } from '../../kernel/errors.ts'
import { PathId } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { SiteWithSettings, withSettings } from './site-stats.ts'

/** GET /sites/:id */
export const getSite = defineOperation({
  name: 'sites.get',
  summary: 'One site with its configuration, install status and counts',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read'] },
  http: { surface: 'api', method: 'get', path: '/sites/:id' },
  input: z.strictObject({ id: PathId }),
  output: SiteWithSettings,
  async handler({ app, db }, { id }) {
    const row = await db.sites.query().selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw notFound('site')
    return withSettings(db, row, app.now())
  },
})

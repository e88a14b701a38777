import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { existingSite } from '../../kernel/names/find-site.ts'

/**
 * DELETE /sites/:id: removes the site at once, so that no caller sees it any more; its events are deleted afterwards,
 * in small steps.
 */
export const deleteSite = defineOperation({
  name: 'sites.delete',
  summary: 'Delete a site with everything that was collected for it',
  access: { by: 'session', role: 'owner' },
  http: { method: 'delete', path: '/sites/:id' },
  input: z.strictObject({ id: PathId }),
  output: z.object({}),
  async handler(ctx, { id }) {
    const { app, db } = ctx
    const siteNum = await db.transaction(async (trx) => {
      await app.hooks.siteDeleted(trx, id)
      const num = existingSite(await trx.sites.delete(id, app.now()))
      await auditCall(ctx, trx, 'site.delete', id)
      return num
    })
    app.system.sites.invalidate(id)
    app.background.purgeDeletedSite(siteNum)
    return {}
  },
})

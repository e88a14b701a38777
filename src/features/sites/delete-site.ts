import * as z from 'zod'
import { audit } from '../../kernel/door/audit.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { actorOf } from '../../kernel/door/principal.ts'
import { existingSite } from '../../kernel/names/find-site.ts'

/** DELETE /sites/:id: removes the site for every reader at once; its events follow in small steps. */
export const deleteSite = defineOperation({
  name: 'sites.delete',
  summary: 'Delete a site with everything that was collected for it',
  effect: 'write',
  access: { by: 'session', role: 'owner' },
  http: { surface: 'api', method: 'delete', path: '/sites/:id' },
  input: z.strictObject({ id: PathId }),
  output: z.object({}),
  async handler({ app, caller, db, principal }, { id }) {
    const now = app.now()
    const siteNum = await db.transaction(async (trx) => {
      await app.hooks.siteDeleted(trx, id)
      const num = existingSite(await trx.sites.delete(id, now))
      await audit(trx, {
        action: 'site.delete',
        target: { type: 'site', id },
        actor: actorOf(principal),
        requestId: caller.requestId,
        at: now,
      })
      return num
    })
    app.system.sites.invalidate(id)
    app.background.purgeDeletedSite(siteNum)
    return {}
  },
})

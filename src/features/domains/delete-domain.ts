import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { findDomainSite, storeAliases } from './domain-site.ts'
import { findDomain } from './verify-domain.ts'

/**
 * DELETE /sites/:id/domains/:domainId: removes a domain, which no longer counts as the site's; what was collected there
 * stays. Works on every plan.
 */
export const deleteDomain = defineOperation({
  name: 'domains.delete',
  summary: 'Take a domain from a site',
  access: { by: 'session', role: 'admin' },
  http: { method: 'delete', path: '/sites/:id/domains/:domainId' },
  input: z.strictObject({ id: PathId, domainId: PathId }),
  output: z.object({}),
  async handler(ctx, { id, domainId }) {
    const { app, db } = ctx
    await db.transaction(async (trx) => {
      const site = await findDomainSite(trx, id)
      const { host, state } = await findDomain(trx, site.id, domainId)
      await trx.domains.delete(domainId).execute()
      if (state === 'verified') await storeAliases(trx, site.id, app.now())
      await auditCall(ctx, trx, 'domain.delete', domainId, { siteId: site.id, host, state })
    })
    app.system.sites.invalidate(id)
    return {}
  },
})

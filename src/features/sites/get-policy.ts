import * as z from 'zod'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { SitePolicy, toSitePolicy } from './site-policy.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'

/**
 * GET /sites/:id/policy: the Ask Policy of a site, the other layers that the last scan read, and the decisions that all
 * of them give together.
 */
export const getPolicy = defineOperation({
  name: 'sites.policy',
  summary: 'The Ask Policy of a site, with robots.txt and headers as the last scan read them',
  access: { by: 'scope', anyOf: ['sites:read'] },
  http: { method: 'get', path: '/sites/:id/policy' },
  input: z.strictObject({ id: PathId }),
  output: SitePolicy,
  async handler({ db }, { id }) {
    const site = await findSiteById(db, id)
    return toSitePolicy(site, await site.policy.find())
  },
})

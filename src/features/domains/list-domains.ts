import { PathId } from '../../kernel/door/inputs.ts'
import { defineList } from '../../kernel/reads/define-list.ts'
import { Domain, toDomain } from './domain.ts'
import { findDomainSite } from './domain-site.ts'

/** GET /sites/:id/domains: lists the domains of a site in the order in which they were added. */
export const listDomains = defineList({
  name: 'domains.list',
  summary:
    'Domains of a site besides its own, with what to publish for those that are not verified',
  access: { by: 'scope', anyOf: ['sites:read'], keyPlan: 'keysReadSettings' },
  path: '/sites/:id/domains',
  fields: { id: PathId },
  async read({ ctx: { db } }, { id }, { after, limit }) {
    const site = await findDomainSite(db, id)
    let query = db.domains.of(site.id).selectAll().orderBy('id').limit(limit)
    if (after) query = query.where('id', '>', String(after[0]))
    return { rows: await query.execute() }
  },
  key: ({ id }) => [id],
  item: Domain,
  toItem: toDomain,
})

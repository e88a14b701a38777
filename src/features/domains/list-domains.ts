import * as z from 'zod'
import { cursorBinding } from '../../kernel/cursor.ts'
import { Cursor, DefaultPageLimit, PathId } from '../../kernel/inputs.ts'
import { listOf } from '../../kernel/list.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { Domain, toDomain } from './domain.ts'
import { findDomainSite } from './domain-site.ts'

/** GET /sites/:id/domains: in the order in which they were added. */
export const listDomains = defineOperation({
  name: 'domains.list',
  summary:
    'Domains of a site besides its own, with what to publish for those that are not verified',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read'], keyPlan: 'keysReadSettings' },
  http: { surface: 'api', method: 'get', path: '/sites/:id/domains' },
  input: z.strictObject({ id: PathId, limit: DefaultPageLimit, cursor: Cursor }),
  output: listOf(Domain),
  async handler({ app, db }, { id, limit, cursor }) {
    const site = await findDomainSite(db, id)
    const binding = cursorBinding(`domains.list ${site.id}`, {})
    const after = cursor === undefined ? undefined : app.cursors.open(binding, cursor)[0]
    let query = db.domains
      .of(site.id)
      .selectAll()
      .orderBy('id')
      .limit(limit + 1)
    if (after !== undefined) query = query.where('id', '>', String(after))
    const rows = await query.execute()
    const last = rows[limit - 1]
    return {
      items: rows.slice(0, limit).map(toDomain),
      nextCursor: rows.length > limit && last ? app.cursors.sign(binding, [last.id]) : null,
    }
  },
})

import * as z from 'zod'
import { cursorBinding } from '../../kernel/credentials/cursor.ts'
import { Cursor } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { ResourceInstances } from '../../kernel/assistants/resource.ts'

/** Sites in one page of the list. */
const PAGE_SITES = 100

/** Lists the sites by their domains, for clients that show what there is to read. */
export const listSiteResources = defineOperation({
  name: 'sites.resources',
  summary: 'Sites of the organization, as resources',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read', 'analytics:read'] },
  input: z.strictObject({ cursor: Cursor }),
  output: ResourceInstances,
  async handler({ app, db }, { cursor }) {
    const binding = cursorBinding(`resources ${db.orgId}`, {})
    const after = cursor === undefined ? '' : String(app.cursors.open(binding, cursor)[0])
    const rows = await db.sites
      .query()
      .select(['id', 'domain'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE_SITES + 1)
      .execute()
    const shown = rows.slice(0, PAGE_SITES)
    const last = shown.at(-1)
    return {
      items: shown.map(({ domain }) => ({ values: { site: domain }, title: domain })),
      nextCursor: last && rows.length > PAGE_SITES ? app.cursors.sign(binding, [last.id]) : null,
    }
  },
})

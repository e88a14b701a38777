import * as z from 'zod'
import { Cursor } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { ResourceInstances } from '../../kernel/assistants/resource.ts'
import { listPage, readListPage } from '../../kernel/reads/paging.ts'

/** The number of sites in one page of the list. */
const PAGE_SITES = 100

/** Lists the sites by their domains as resources, for clients that show what can be read. */
export const listSiteResources = defineOperation({
  name: 'sites.resources',
  summary: 'Sites of the organization, as resources',
  access: { by: 'scope', anyOf: ['sites:read', 'analytics:read'], withoutWords: true },
  input: z.strictObject({ cursor: Cursor }),
  output: ResourceInstances,
  async handler({ app, db }, { cursor }) {
    const page = listPage(app, `resources ${db.orgId}`, {}, { limit: PAGE_SITES, cursor })
    const sites = db.sites.query().select(['id', 'domain']).orderBy('id')
    return readListPage(
      page,
      ({ after = [''], limit }) => sites.where('id', '>', String(after[0])).limit(limit).execute(),
      {
        key: ({ id }) => [id],
        toItem: ({ domain }) => ({ values: { site: domain }, title: domain }),
      },
    )
  },
})

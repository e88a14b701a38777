import { queryKey } from '../../../domain/citations/query-text.ts'
import { auditCall } from '../../../kernel/door/audit.ts'
import { PathId } from '../../../kernel/door/inputs.ts'
import { defineOperation } from '../../../kernel/door/operation.ts'
import { findSiteById } from '../../../kernel/names/find-site.ts'
import { Query, toQuery } from './query.ts'
import { NewQuery } from './query-input.ts'
import { insertQuery, limitReached, roomFor, sameQuery } from './store-query.ts'

/** POST /citations/:siteId/queries: adds a query to those that engines are asked for a site. */
export const createQuery = defineOperation({
  name: 'citations.createQuery',
  summary: 'Add a query that AI engines are asked for a site',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: { method: 'post', path: '/citations/:siteId/queries', status: 201 },
  input: NewQuery.extend({ siteId: PathId }),
  output: Query,
  async handler(ctx, { siteId, ...query }) {
    const { plan } = ctx.principal
    return ctx.db.transaction(async (trx) => {
      const site = await findSiteById(trx, siteId)
      const [same] = await site.citationQueries.byKeys([queryKey(query)])
      if (same) throw sameQuery()
      if ((await roomFor(site, plan)) < 1) throw limitReached(plan)
      const row = await insertQuery(ctx, site, query, 'manual')
      await auditCall(ctx, trx, 'citation_query.create', row.id, { siteId })
      return toQuery(row, siteId)
    })
  },
})

import * as z from 'zod'
import { auditCall } from '../../../kernel/door/audit.ts'
import { notFound } from '../../../kernel/door/errors.ts'
import { PathId } from '../../../kernel/door/inputs.ts'
import { defineOperation } from '../../../kernel/door/operation.ts'
import { findSiteById } from '../../../kernel/names/find-site.ts'

/** DELETE /citations/:siteId/queries/:queryId: deletes a query; its checks stay and can be read. */
export const deleteQuery = defineOperation({
  name: 'citations.deleteQuery',
  summary: 'Delete a query; what engines answered to it stays',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: { method: 'delete', path: '/citations/:siteId/queries/:queryId' },
  input: z.strictObject({ siteId: PathId, queryId: PathId }),
  output: z.object({}),
  async handler(ctx, { siteId, queryId }) {
    await ctx.db.transaction(async (trx) => {
      const site = await findSiteById(trx, siteId)
      const row = await site.citationQueries.find(queryId)
      if (!row) throw notFound('query')
      await site.citationQueries.delete(row, ctx.app.now())
      await auditCall(ctx, trx, 'citation_query.delete', queryId, { siteId })
    })
    return {}
  },
})

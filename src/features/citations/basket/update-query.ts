import * as z from 'zod'
import type { CitationQueryRow } from '../../../../db/citations/query-store.ts'
import type { SiteDb } from '../../../../db/site-db.ts'
import { auditCall } from '../../../kernel/door/audit.ts'
import { notFound, ServiceError } from '../../../kernel/door/errors.ts'
import { PathId } from '../../../kernel/door/inputs.ts'
import { defineOperation } from '../../../kernel/door/operation.ts'
import { findSiteById } from '../../../kernel/names/find-site.ts'
import { Query, toQuery } from './query.ts'
import { QueryChanges, queryFields } from './query-input.ts'
import { changedColumns, sameQuery } from './store-query.ts'

/**
 * PUT /citations/:siteId/queries/:queryId: changes the fields that are sent; the words of a query that was asked cannot
 * change.
 */
export const updateQuery = defineOperation({
  name: 'citations.updateQuery',
  summary: 'Change a query; fields that are left out stay, and what was asked keeps its words',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: { method: 'put', path: '/citations/:siteId/queries/:queryId' },
  input: z.strictObject({ siteId: PathId, queryId: PathId, ...QueryChanges.shape }),
  output: Query,
  async handler(ctx, { siteId, queryId, ...changes }) {
    return ctx.db.transaction(async (trx) => {
      const site = await findSiteById(trx, siteId)
      const row = await site.citationQueries.find(queryId)
      if (!row) throw notFound('query')
      const columns = changedColumns(site, row, changes)
      if (Object.keys(columns).length === 0) return toQuery(row, siteId)
      await assertMayChange(site, row, columns)
      const next = { ...columns, changed_at: ctx.app.now() }
      await site.citationQueries.update(row.num, next)
      const changed = Object.keys(queryFields).filter((name) => Object.hasOwn(columns, name))
      await auditCall(ctx, trx, 'citation_query.update', queryId, { siteId, changed })
      return toQuery({ ...row, ...next }, siteId)
    })
  },
})

/** Throws CONFLICT for new words of a query that may have checks, since the checks answer the old words. */
async function assertMayChange(
  { citationQueries }: SiteDb,
  row: CitationQueryRow,
  columns: Partial<CitationQueryRow>,
): Promise<void> {
  const { text, country, language, text_key: key } = columns
  const isReworded = text !== undefined || country !== undefined || language !== undefined
  if (isReworded && (row.last_run_at !== null || (await citationQueries.isRunning()))) {
    throw new ServiceError(
      'CONFLICT',
      'Engines were asked this, and their answers stay; delete the query and add another one',
    )
  }
  const [same] = key === undefined ? [] : await citationQueries.byKeys([key])
  if (same) throw sameQuery()
}

import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { listOf } from '../../kernel/reads/list.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { exportFile } from './export-file.ts'
import { ExportInput, pageLimit } from './export-input.ts'
import { queryPage } from './export-query.ts'
import { rowPage } from './export-rows.ts'
import { exportRules } from './export-rules.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

/** GET /analytics/:siteId/export (contract 4.1): any query of the engine, or single events and questions. */
export const exportAnalytics = defineOperation({
  name: 'analytics.export',
  summary: 'Numbers, events or questions of one site: pages of JSON, or a CSV or NDJSON stream',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  http: { surface: 'api', method: 'get', path: '/analytics/:siteId/export' },
  input: ExportInput,
  output: listOf(Row),
  rules: exportRules,
  async handler(ctx, input) {
    const site = await findSite(ctx, input.siteId)
    const limit = pageLimit(input)
    return input.rows === 'query'
      ? queryPage(ctx.app, site, input, limit)
      : rowPage(ctx.app, site, { ...input, rows: input.rows }, limit)
  },
  async stream(ctx, input) {
    return exportFile(ctx.app, await findSite(ctx, input.siteId), input)
  },
})

async function findSite({ db }: OrgContext, siteId: string): Promise<SiteDb> {
  const site = await findSiteById(db, siteId)
  return site
}

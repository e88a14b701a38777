import { NAMING_UNMEASURED } from './query.ts'
import * as z from 'zod'
import { notedListOf, sitesFileListOf } from '../../kernel/reads/list.ts'
import { defineOperation, type Operation, type OrgContext } from '../../kernel/door/operation.ts'
import { assertMark } from '../../kernel/door/byte-order-mark.ts'
import type { InputRule } from '../../kernel/door/every-refusal.ts'
import { exportFile } from './export-file.ts'
import {
  ExportInput,
  pageLimit,
  assertNoMost,
  positionOf,
  ROW_CHECKS,
  streamLimit,
} from './export-input.ts'
import { exportSitesFile, assertNoLimit } from './export-sites.ts'
import { sitesPage } from './export-sites-page.ts'
import { ofOneSite, SITES_DIMENSION_IDS, type SitesDimensionId } from './sites-plan.ts'
import { TIME_DIMENSIONS } from './dimensions.ts'
import { headsOf, meantSites, SiteReferences } from '../../kernel/names/meant-sites.ts'
import { queryPage, assertNoAfter } from './export-query.ts'
import { rowPage } from './export-rows.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'
import { assertMayCount, exportedGroupRules, questionRules } from './query-rules.ts'

type AnyExport = Omit<ExportInput, 'siteId' | 'after' | 'dimensions'> &
  Partial<Pick<ExportInput, 'siteId' | 'after'>> & { dimensions: readonly SitesDimensionId[] }
type ExportRule = InputRule<OrgContext, AnyExport>

const ofRows =
  (rule: (input: AnyExport) => unknown): ExportRule =>
  (_, input) =>
    input.rows === 'query' ? undefined : rule(input)

/** The rules that an export must meet, besides its schema. */
const exportRules: readonly ExportRule[] = [
  ...questionRules,
  ...exportedGroupRules,
  ...ROW_CHECKS.map(ofRows),
  ofRows(({ after, rows }) =>
    after === undefined || rows === 'query' ? undefined : positionOf(after, rows),
  ),
  (_, { rows, after }) => (rows === 'query' ? assertNoAfter(after) : undefined),
  (_, input) => input.siteId === undefined && assertNoLimit(input),
  (_, input) => assertMark(input),
  (_, input) => assertNoMost(input),
  (_, input) => (input.format === 'json' ? undefined : streamLimit(input)),
]

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

const ofSeveral = ExportInput.omit({ siteId: true, after: true, dimensions: true }).shape

const SitesExportInput = z.strictObject({
  site: SiteReferences,
  dimensions: z
    .array(z.enum([...TIME_DIMENSIONS, ...SITES_DIMENSION_IDS], NAMING_UNMEASURED))
    .max(3)
    .default([])
    .describe('Group by, at most three, one of time:*; each row has its site anyway'),
  ...ofSeveral,
})

/** Returns the sites of a file in the order of their ids, and the export that each of them is asked for. */
async function sitesOf(ctx: OrgContext, { site, ...asked }: z.output<typeof SitesExportInput>) {
  const meant = await meantSites(ctx.db, site)
  const inOrder = headsOf(meant).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const dimensions = ofOneSite(asked.dimensions)
  return {
    sites: { db: ctx.db, heads: inOrder, names: site },
    input: { ...asked, dimensions, siteId: '' },
  }
}

/**
 * GET /analytics/export: an export as of `/analytics/:siteId/export`, for several sites, one after the other, each row
 * with its site.
 */
const exportOverSites = defineOperation({
  name: 'analytics.exportOverSites',
  summary:
    'Numbers, events or questions of several sites: pages of JSON, or a CSV or NDJSON stream',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  http: { method: 'get', path: '/analytics/export' },
  input: SitesExportInput,
  output: sitesFileListOf(Row),
  rules: exportRules,
  async handler(ctx, asked) {
    assertMayCount(ctx.principal, asked)
    const { sites, input } = await sitesOf(ctx, asked)
    return sitesPage(ctx.app, sites, input, pageLimit(input))
  },
  async stream(ctx, asked) {
    assertMayCount(ctx.principal, asked)
    const { sites, input } = await sitesOf(ctx, asked)
    return exportSitesFile(ctx.app, sites, input)
  },
})

/** GET /analytics/:siteId/export (contract 4.1): any query of the engine, or single events and questions. */
export const exportAnalytics: Operation = {
  ...defineOperation({
    name: 'analytics.export',
    summary: 'Numbers, events or questions of one site: pages of JSON, or a CSV or NDJSON stream',
    access: { by: 'scope', anyOf: ['analytics:read'] },
    http: { method: 'get', path: '/analytics/:siteId/export' },
    input: ExportInput,
    output: notedListOf(Row),
    rules: exportRules,
    async handler(ctx, input) {
      assertMayCount(ctx.principal, input)
      const site = await findSiteById(ctx.db, input.siteId)
      const limit = pageLimit(input)
      if (input.rows === 'query') return queryPage(ctx.app, site, input, limit)
      return rowPage(ctx.app, site, { ...input, rows: input.rows }, limit)
    },
    async stream(ctx, input) {
      assertMayCount(ctx.principal, input)
      return exportFile(ctx.app, await findSiteById(ctx.db, input.siteId), input)
    },
  }),
  overSites: exportOverSites,
}

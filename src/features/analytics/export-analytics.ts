import * as z from 'zod'
import { listOf } from '../../kernel/reads/list.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
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
import { queryPage, assertNoAfter } from './export-query.ts'
import { rowPage } from './export-rows.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'
import { questionRules, exportedGroupRules } from './query-rules.ts'

type ExportRule = InputRule<OrgContext, ExportInput>

const ofRows =
  (rule: (input: ExportInput) => unknown): ExportRule =>
  (_, input) =>
    input.rows === 'query' ? undefined : rule(input)

/** What an export refuses besides its schema. */
const exportRules: readonly ExportRule[] = [
  ...questionRules,
  ...exportedGroupRules,
  ...ROW_CHECKS.map(ofRows),
  ofRows(({ after, rows }) =>
    after === undefined || rows === 'query' ? undefined : positionOf(after, rows),
  ),
  (_, { rows, after }) => (rows === 'query' ? assertNoAfter(after) : undefined),
  (_, input) => assertMark(input),
  (_, input) => assertNoMost(input),
  (_, input) => (input.format === 'json' ? undefined : streamLimit(input)),
]

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

/** GET /analytics/:siteId/export (contract 4.1): any query of the engine, or single events and questions. */
export const exportAnalytics = defineOperation({
  name: 'analytics.export',
  summary: 'Numbers, events or questions of one site: pages of JSON, or a CSV or NDJSON stream',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  http: { method: 'get', path: '/analytics/:siteId/export' },
  input: ExportInput,
  output: listOf(Row),
  rules: exportRules,
  async handler(ctx, input) {
    const site = await findSiteById(ctx.db, input.siteId)
    const limit = pageLimit(input)
    return input.rows === 'query'
      ? queryPage(ctx.app, site, input, limit)
      : rowPage(ctx.app, site, { ...input, rows: input.rows }, limit)
  },
  async stream(ctx, input) {
    return exportFile(ctx.app, await findSiteById(ctx.db, input.siteId), input)
  },
})

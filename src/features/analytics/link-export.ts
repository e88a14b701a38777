import * as z from 'zod'
import { COLUMN_CASES } from '../../../db/export/export-format.ts'
import { assertMark } from '../../kernel/door/byte-order-mark.ts'
import { COMPACT_SCHEMAS } from '../../kernel/reads/compact-schema.ts'
import { SiteReference } from '../../kernel/door/inputs.ts'
import type { InputRule } from '../../kernel/door/every-refusal.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { DIMENSION_IDS, TIME_DIMENSIONS } from './dimensions.ts'
import { Link, makeLink, type LinkedQuery } from './linked-export.ts'
import { AnalyticsQuery, AnalyticsFilters, BriefMetrics } from './query.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { understandFilters } from './understand-filters.ts'
import { questionRules, exportedGroupRules } from './query-rules.ts'

const { range } = AnalyticsQuery.shape
const dimensions = z
  .array(
    z.enum([...TIME_DIMENSIONS, ...DIMENSION_IDS]).register(COMPACT_SCHEMAS, { isBrief: true }),
  )
  .max(3)
  .default([])
  .describe('Group by')

const Input = z.strictObject({
  site: SiteReference,
  range,
  rows: z
    .enum(['query', 'events'])
    .default('query')
    .describe('query: metrics by dimensions; events: each event'),
  dimensions,
  metrics: BriefMetrics,
  filters: AnalyticsFilters,
  format: z.enum(['csv', 'ndjson']).default('csv').describe('Of the file'),
  bom: z.boolean().default(false).describe('For Excel'),
  columns: z.enum(COLUMN_CASES).default('camel').describe('Names in rows=events'),
})

const linkRules: readonly InputRule<OrgContext, z.output<typeof Input>>[] = [
  ...questionRules,
  ...exportedGroupRules,
  (_, input) => assertMark(input),
]

/** Answers a link to a file of numbers or events, which opens without a key and without going through the model. */
export const linkExport = defineOperation({
  name: 'analytics.exportLink',
  summary: 'A link to a file of numbers or events',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: Input,
  output: Link,
  rules: linkRules,
  async handler(ctx, { site: reference, rows, format, bom, columns, ...asked }) {
    const site = await findSite(ctx.db, reference)
    const { filters, notes } = await understandFilters(site, asked.filters)
    assertMark({ format, bom })
    const query: LinkedQuery = {
      rows,
      format,
      ...(bom && { bom: '1' }),
      ...(asked.range !== undefined && { range: asked.range }),
      ...(columns !== 'camel' && { columns }),
      ...(asked.dimensions.length > 0 && { dimensions: asked.dimensions }),
      ...(asked.metrics && { metrics: asked.metrics }),
      ...(filters.length > 0 && { filters }),
    }
    return makeLink(ctx, site, query, notes)
  },
})

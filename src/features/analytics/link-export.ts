import * as z from 'zod'
import { COLUMN_CASES } from '../../../db/export/export-format.ts'
import { COMPACT_SCHEMAS } from '../../kernel/compact-schema.ts'
import { SiteReference } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { SURFACES } from '../../kernel/surface.ts'
import { METRIC_IDS } from './metrics.ts'
import { DIMENSION_IDS, TIME_DIMENSIONS } from './dimensions.ts'
import { planQuery } from './plan-query.ts'
import { AnalyticsQuery, AnalyticsFilters, completeQuery } from './query.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { understandFilters } from './understand-filters.ts'
import { siteRange } from '../../kernel/site-range.ts'

const { range } = AnalyticsQuery.shape
const BRIEFLY = { isBrief: true } as const
const dimensions = z
  .array(z.enum([...TIME_DIMENSIONS, ...DIMENSION_IDS]).register(COMPACT_SCHEMAS, BRIEFLY))
  .max(3)
  .default([])
  .describe('Group by')
const metrics = z
  .array(z.enum(METRIC_IDS).register(COMPACT_SCHEMAS, BRIEFLY))
  .min(1)
  .max(12)
  .optional()
  .describe('What to count')

const Input = z.strictObject({
  site: SiteReference,
  range,
  rows: z
    .enum(['query', 'events'])
    .default('query')
    .describe('query: metrics by dimensions; events: each event'),
  dimensions,
  metrics,
  filters: AnalyticsFilters,
  format: z.enum(['csv', 'ndjson']).default('csv').describe('Of the file'),
  columns: z.enum(COLUMN_CASES).default('camel').describe('Names in rows=events'),
})

/** Answers the address of a file of numbers, which the same key can fetch without sending them through the model. */
export const linkExport = defineOperation({
  name: 'analytics.exportLink',
  summary: 'The address of an export, for the same key',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: Input,
  output: z.object({
    url: z.string(),
    mimeType: z.string(),
    name: z.string(),
    description: z.string(),
    notes: z.array(z.string()).optional(),
  }),
  async handler({ app, db }, { site: reference, rows, format, columns, ...asked }) {
    const site = await findSite(db, reference)
    const { filters, notes } = await understandFilters(site, asked.filters)
    const query = completeQuery({ ...asked, filters })
    // A bad query is refused here, where a model can correct it, and not by the file.
    if (rows === 'query') planQuery(query)
    const days = formatRange(await siteRange(site, query, app.now()))
    const parameters = new URLSearchParams({
      rows,
      format,
      ...(asked.range && { range: asked.range }),
      ...(columns !== 'camel' && { columns }),
    })
    if (rows === 'query') {
      if (asked.dimensions.length > 0) parameters.set('dimensions', asked.dimensions.join(','))
      if (asked.metrics) parameters.set('metrics', asked.metrics.join(','))
    }
    if (filters.length > 0) parameters.set('filters', JSON.stringify(filters))
    return {
      url: `${app.publicUrl}${SURFACES.api.base}/analytics/${site.row.id}/export?${parameters.toString()}`,
      mimeType: format === 'csv' ? 'text/csv' : 'application/x-ndjson',
      name: `${site.row.domain} ${days.from}..${days.to}.${format}`,
      description: 'GET with the same key as Authorization: Bearer; JSON pages without format',
      ...(notes.length > 0 && { notes }),
    }
  },
})

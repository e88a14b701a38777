import * as z from 'zod'
import { COLUMN_CASES } from '../../../db/export/export-format.ts'
import { assertMark } from '../../kernel/door/byte-order-mark.ts'
import { COMPACT_SCHEMAS } from '../../kernel/reads/compact-schema.ts'
import type { InputRule } from '../../kernel/door/every-refusal.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { TIME_DIMENSIONS } from './dimensions.ts'
import { Link, makeLink, makeSitesLink, type LinkedQuery } from './linked-export.ts'
import { AnalyticsQuery, AnalyticsFilters, BriefMetrics } from './query.ts'
import { headsOf, SiteReferences } from '../../kernel/names/meant-sites.ts'
import { openSitesQuestion, questionOfSites } from '../../kernel/reads/sites-question.ts'
import { bySite, ofOneSite, SITES_DIMENSION_IDS } from './sites-plan.ts'
import { understandFilters } from './understand-filters.ts'
import { assertMayCount, exportedGroupRules, questionRules } from './query-rules.ts'

const { range } = AnalyticsQuery.shape
const dimensions = z
  .array(
    z
      .enum([...TIME_DIMENSIONS, ...SITES_DIMENSION_IDS])
      .register(COMPACT_SCHEMAS, { isBrief: true }),
  )
  .max(3)
  .default([])
  .describe('Group by')

/** The arguments of a file of numbers or events. */
export const linkedFields = {
  site: SiteReferences,
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
}

const Input = z.strictObject(linkedFields)
type Asked = z.output<typeof Input>

/** The rules that a file of numbers or events must meet. */
export const linkRules: readonly InputRule<OrgContext, Omit<Asked, 'rows'> & { rows: string }>[] = [
  ...questionRules,
  ...exportedGroupRules,
  (_, input) => assertMark(input),
]

/** Returns a link to a file of numbers or events, which opens without a key and without going through the model. */
export const linkExport = defineOperation({
  name: 'analytics.exportLink',
  summary: 'A link to a file of numbers or events',
  access: { by: 'scope', anyOf: ['analytics:read'], withoutWords: true },
  input: Input,
  output: Link,
  rules: linkRules,
  handler: linkNumbers,
})

/** Makes a link to a file of numbers or events. */
export async function linkNumbers(ctx: OrgContext, { site: names, ...asked }: Asked) {
  assertMark(asked)
  assertMayCount(ctx.principal, asked)
  const { asked: base, meant } = await openSitesQuestion(ctx, { site: names }, 'tool')
  if ('only' in meant && !bySite(asked)) {
    const { filters, notes } = await understandFilters(meant.only, asked.filters)
    return makeLink(ctx, meant.only, linkedQuery({ ...asked, filters }), notes)
  }
  const heads = headsOf(meant)
  const own = 'only' in meant ? heads.map(({ id }) => id) : names
  return makeSitesLink(questionOfSites(base, heads), own, linkedQuery(asked))
}

/** Returns the fields of an export that its link carries: all but those that equal a default. */
function linkedQuery(asked: Omit<Asked, 'site'>): LinkedQuery {
  const { rows, format, bom, columns, range: period, metrics, filters } = asked
  const own = ofOneSite(asked.dimensions)
  return {
    rows,
    format,
    ...(bom && { bom: '1' }),
    ...(period !== undefined && { range: period }),
    ...(columns !== 'camel' && { columns }),
    ...(own.length > 0 && { dimensions: own }),
    ...(metrics && { metrics }),
    ...(filters.length > 0 && { filters }),
  }
}

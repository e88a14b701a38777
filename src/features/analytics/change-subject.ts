import * as z from 'zod'
import { AI_SOURCES } from '../../domain/events/ai-sources.ts'
import { enginesNamed } from '../../domain/events/engine-names.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { SiteReference } from '../../kernel/door/inputs.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { siteOf } from '../../kernel/reads/site-rules.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { RangeText, siteRange } from '../../kernel/reads/range.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { assertLegal, isLegal } from './legality.ts'
import { METRIC_IDS, type MetricId } from './metrics.ts'
import { MetricName } from './query.ts'
import { Days } from '../../kernel/reads/table.ts'

const DRIVERS = ['path', 'engine'] as const

/**
 * The change that a caller wants explained. Every text in it is one of ours: a caller's text never stands in it as
 * sent.
 */
export const ChangeSubject = z.object({
  domain: z.string(),
  /** The metric that changed; null where the caller leaves the choice. */
  metric: z.enum(METRIC_IDS).nullable(),
  /** The period as the argument `range` of tools takes it: the caller's text where `plainRange` keeps it, else days. */
  range: z.string(),
  /** The first and the last day of `range`. */
  days: Days,
  engines: z.array(z.string()),
  /** Those of the dimensions path and engine that the metric can be split by, to find where a change came from. */
  dimensions: z.array(z.enum(DRIVERS)),
})

/**
 * Reads from a caller's words the metric, period and dimensions of the change that they mean. Throws NOT_FOUND or
 * VALIDATION_FAILED with what is legal.
 */
export const nameChange = defineOperation({
  name: 'analytics.nameChange',
  summary: 'The site, metric, days and engines of a change that is to be explained',
  access: { by: 'scope', anyOf: ['analytics:read'], withoutWords: true },
  input: z.strictObject({
    site: SiteReference,
    metric: MetricName.optional().describe('Such as ai_clicks; left out: what moved most'),
    period: RangeText.default('28d').describe(
      'Such as last_week, 28d or 2026-11; 28d unless given',
    ),
    engine: z.string().max(64).optional().describe('Only of this AI engine, such as ChatGPT'),
  }),
  output: ChangeSubject,
  rules: [
    async (ctx, { site, period }) =>
      siteRange(await siteOf(ctx, { site }), { range: period }, ctx.app.now()),
    (_, { engine }) => engine !== undefined && knownEngines(engine),
    (_, { metric, engine }) => assertOfEngines(metric, engine === undefined ? [] : [engine]),
  ],
  async handler({ app, db }, { site: reference, metric, period, engine }) {
    const site = await findSite(db, reference)
    const range = await siteRange(site, { range: period }, app.now())
    const engines = engine === undefined ? [] : knownEngines(engine)
    assertOfEngines(metric, engines)
    const days = formatRange(range)
    return {
      domain: site.row.domain,
      metric: metric ?? null,
      range: plainRange(period, days),
      days,
      engines,
      dimensions: DRIVERS.filter((dimension) => isLegal(metric ?? 'ai_clicks', dimension)),
    }
  },
})

/** Throws VALIDATION_FAILED for a metric that cannot be split by engine, if engines are named. */
function assertOfEngines(metric: MetricId | undefined, engines: string[]): void {
  if (metric === undefined || engines.length === 0) return
  assertLegal([metric], [], [{ dimension: 'engine', op: 'is', values: engines }], 'metric')
}

function knownEngines(name: string): string[] {
  const engines = enginesNamed(name)
  if (engines.length > 0) return [...engines]
  const legal = [...new Set(AI_SOURCES.map((source) => source.engine))].join(', ')
  throw invalidField('engine', 'unknown_value', `No such AI engine. It is one of: ${legal}`)
}

/**
 * Returns the text of a period, which says more than days, where it has only letters, digits, blanks and `_.:+-`, such
 * as `last_month`; else the days as `from..to`.
 */
const plainRange = (period: string, { from, to }: { from: string; to: string }): string =>
  /^[\w.:+ -]+$/.test(period.trim()) ? period.trim() : `${from}..${to}`

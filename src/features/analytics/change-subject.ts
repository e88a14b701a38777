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

/** A change to be explained, in words of our own: none of it is a caller's text as it was sent. */
export const ChangeSubject = z.object({
  domain: z.string(),
  /** Null where the caller leaves the choice. */
  metric: z.enum(METRIC_IDS).nullable(),
  /** A period as tools take it. */
  range: z.string(),
  /** The days of that period. */
  days: Days,
  engines: z.array(z.string()),
  /** The dimensions that the metric can be split by, to find where a change came from. */
  dimensions: z.array(z.enum(DRIVERS)),
})

/** Finds what change a caller means. Throws NOT_FOUND or VALIDATION_FAILED with what is legal. */
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

/** Throws VALIDATION_FAILED for a metric that is not known by engine, where some are named. */
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
 * Keeps the name of a period that has only plain letters, such as a whole month, since it says more than days; else
 * writes the days.
 */
const plainRange = (period: string, { from, to }: { from: string; to: string }): string =>
  /^[\w.:+ -]+$/.test(period.trim()) ? period.trim() : `${from}..${to}`

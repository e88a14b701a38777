import * as z from 'zod'
import { Cursor, MaxTokens } from '../../kernel/door/inputs.ts'
import { shortNumber, Table, ToldMark } from '../../kernel/reads/table.ts'
import { resolveRange, siteRange } from '../../kernel/reads/range.ts'
import { COMPACT_SCHEMAS } from '../../kernel/reads/compact-schema.ts'
import { defineSiteRead } from '../../kernel/reads/define-site-read.ts'
import type { InputRule } from '../../kernel/door/every-refusal.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { siteOf } from '../../kernel/reads/site-rules.ts'
import { type Budget, budgetOf } from '../../kernel/reads/token-budget.ts'
import { DAY_MS } from '../../lib/time/clock.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { askSite } from './ask-site.ts'
import { askSites } from './ask-sites.ts'
import { bySite, ofOneSite, SITES_DIMENSION_IDS, type SitesDimensionId } from './sites-plan.ts'
import { SitesResult } from './sites-result.ts'
import { assertHours } from './buckets.ts'
import { DIMENSION_IDS, type DimensionId, foreignColumns } from './dimensions.ts'
import { type Answered, fitTable } from './grouped-table.ts'
import { assertLegal, legalMetrics } from './legality.ts'
import type { MetricId } from './metrics.ts'
import {
  AnalyticsQuery,
  AnalyticsResult,
  BRIEFLY,
  Compare,
  Metrics,
  NAMING_UNMEASURED,
} from './query.ts'
import { type FilteredQuestion, queryRules } from './query-rules.ts'
import { questionFields } from './question-fields.ts'
import { findSeriesMarks, SeriesMarks, toToolMarks } from './series-marks.ts'
import { rateColumns } from './rate-columns.ts'
import type { Filters } from '../../kernel/reads/fields.ts'

const INTERVALS = ['auto', 'hour', 'day', 'week', 'month'] as const
/** The most rows that a tool asks for: more than its answer holds, so that the token budget decides where it ends. */
const MAX_ROWS = 1_000

const SplitBy = z
  .array(z.enum(DIMENSION_IDS, NAMING_UNMEASURED).register(COMPACT_SCHEMAS, BRIEFLY))
  .max(1)
  .default([])
  .describe('A series per value')
const SplitSitesBy = z
  .array(z.enum(SITES_DIMENSION_IDS, NAMING_UNMEASURED).register(COMPACT_SCHEMAS, BRIEFLY))
  .max(1)
  .default([])
  .describe('A series per value')

const TimeseriesResult = AnalyticsResult.extend({ marks: SeriesMarks }).meta({
  id: 'TimeseriesResult',
})

const SeriesTable = Table.extend({
  marks: z.array(ToldMark).optional().describe('What changed on these days: the latest 20'),
})
type SeriesTable = z.infer<typeof SeriesTable>

const fields = {
  ...questionFields,
  compare: Compare.default('none'),
  metrics: Metrics.optional().describe(
    'What to count; impressions, ai_clicks, questions by default',
  ),
  interval: z.enum(INTERVALS).default('auto').describe('Of a bucket'),
  // The route of one site does not take the dimension site.
  dimensions: { route: SplitBy, tool: SplitSitesBy, sites: SplitSitesBy },
  // The budget of tokens decides where the answer of a tool ends.
  limit: { route: AnalyticsQuery.shape.limit },
  cursor: Cursor,
  maxTokens: { tool: MaxTokens },
}

/** The rules that a question of a series must meet, besides its schema. */
const seriesRules: readonly InputRule<
  OrgContext,
  FilteredQuestion & Pick<SeriesQuestion, 'interval' | 'dimensions' | 'metrics'>
>[] = [
  ...queryRules,
  (_, { interval, metrics = [], dimensions, filters = [] }) =>
    interval === 'hour' && assertLegal(metrics, ['time:hour', ...ofOneSite(dimensions)], filters),
  async (ctx, input) =>
    input.interval === 'hour' &&
    assertHours(await siteRange(await siteOf(ctx, input), input, ctx.app.now())),
]

/**
 * GET /analytics/:siteId/timeseries, /analytics/timeseries and get_timeseries: metrics over time, by buckets that suit
 * the range. With `compare`, each bucket has next to it the bucket at the same place of the period before.
 */
export const getTimeseries = defineSiteRead({
  name: 'analytics.readTimeseries',
  summary: 'Metrics of one site over time',
  anyOf: ['analytics:read'],
  withoutWords: true,
  path: '/analytics/:siteId/timeseries',
  fields,
  rules: seriesRules,
  async read(question, { limit, ...input }) {
    const range = siteRange(question.site, input, question.now)
    const query = await seriesQuery({ ...input, dimensions: ofOneSite(input.dimensions) }, range)
    const answered = await askSite(question, query, question.by === 'tool' ? MAX_ROWS : limit)
    return { ...answered, marks: await findSeriesMarks(question, await range) }
  },
  answer: TimeseriesResult,
  toAnswer: ({ result, marks }) => ({ ...result, marks }),
  toolAnswer: SeriesTable,
  toToolAnswer: (found, { ctx }, input) =>
    seriesTable(found, budgetOf(ctx.caller, input), toToolMarks(found.marks)),
  overSites: {
    summary: 'Metrics of several sites over time',
    isAsked: bySite,
    async read(question, { limit, ...input }) {
      const [head] = question.heads
      const zone = head?.zone ?? 'UTC'
      // The first site's zone gives the range that chooses the buckets. `all` counts here as the longest range, since
      // each site begins with its own data.
      const range = Promise.resolve(resolveRange(input, zone, question.now, 0))
      const query = await seriesQuery(input, range)
      return askSites(question, query, question.by === 'tool' ? MAX_ROWS : limit)
    },
    answer: SitesResult,
    toAnswer: ({ result }) => result,
    toToolAnswer: (found, { ctx }, input) => seriesTable(found, budgetOf(ctx.caller, input)),
  },
})

/** Makes a tool's table of a series: each bucket, followed by the bucket at the same place of the compared range. */
function seriesTable(
  answered: Answered,
  budget: Budget,
  marks: NonNullable<SeriesTable['marks']> = [],
): Promise<SeriesTable> {
  const { result, frame } = answered
  const before = result.comparison?.rows
  const rates = rateColumns(result)
  const named = (kind: 'dimension' | 'metric'): string[] =>
    result.columns.filter((column) => column.kind === kind).map(({ name }) => name)
  const [metrics, splits] = [
    named('metric'),
    named('dimension').filter((name) => !name.startsWith('time:')),
  ]
  const rows = result.rows.map((row, i) => {
    const earlier = metrics.map((_id, j) => before?.[i]?.[j] ?? null)
    return [...row.map(shortNumber), ...rates.cells(i), ...(before ? earlier.map(shortNumber) : [])]
  })
  const table = {
    ...frame,
    ...(marks.length > 0 && { marks }),
    notes: [...(frame.notes ?? []), ...rates.notes],
    columns: [
      ...named('dimension').map((name) => (name.startsWith('time:') ? 'time' : name)),
      ...metrics,
      ...rates.names,
      ...(before ? metrics.map((id) => `${id}_previous`) : []),
    ],
    rows,
    ...(splits.length > 0 && { untrusted: foreignColumns(result.columns) }),
  }
  return fitTable(table, answered, budget)
}

type SeriesQuestion = Omit<Filters<typeof fields>, 'limit' | 'maxTokens'>

/**
 * Makes the query of a series: by buckets of a length that suits the range, and also by a dimension if one is asked
 * for.
 */
async function seriesQuery<D extends SitesDimensionId>(
  asked: Omit<SeriesQuestion, 'dimensions'> & { dimensions: readonly D[] },
  resolved: Promise<TimeRange>,
) {
  const { range, from, to, compare, filters, metrics, interval, cursor } = asked
  const [splitBy] = ofOneSite(asked.dimensions)
  const grain = interval === 'auto' ? autoInterval(await resolved) : interval
  return {
    range,
    from,
    to,
    compare,
    filters,
    metrics: metrics ?? defaultMetrics(splitBy, filters),
    dimensions: [`time:${grain}` as const, ...asked.dimensions],
    orderBy: 'time',
    cursor,
  }
}

/**
 * Chooses the metrics of a series whose question names none: the three that are asked for most, as far as the split
 * allows them.
 */
function defaultMetrics(
  splitBy: DimensionId | undefined,
  filters: AnalyticsQuery['filters'],
): MetricId[] | undefined {
  const legal = legalMetrics(splitBy ? [splitBy] : [], filters)
  const usual = (['impressions', 'ai_clicks', 'questions'] as const).filter((id) =>
    legal.includes(id),
  )
  return usual.length > 0 ? usual : undefined
}

/**
 * The longest range in days for which each length of bucket is chosen, so that a model reads the series at a glance.
 */
const LONGEST = { hour: 2, day: 62, week: 200 }

function autoInterval({ instants }: TimeRange): 'hour' | 'day' | 'week' | 'month' {
  const days = (instants.toMs - instants.fromMs) / DAY_MS
  // A day on which the clock is set back has one hour more.
  if (days <= LONGEST.hour + 0.1) return 'hour'
  if (days <= LONGEST.day + 0.1) return 'day'
  return days <= LONGEST.week ? 'week' : 'month'
}

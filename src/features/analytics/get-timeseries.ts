import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { Cursor, MaxTokens } from '../../kernel/door/inputs.ts'
import { shortNumber, Table } from '../../kernel/reads/table.ts'
import { siteRange } from '../../kernel/reads/range.ts'
import { defineSiteRead } from '../../kernel/reads/define-site-read.ts'
import type { InputRule } from '../../kernel/door/every-refusal.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { siteOf } from '../../kernel/reads/site-rules.ts'
import { rowsWithinBudget } from '../../kernel/reads/token-budget.ts'
import { DAY_MS } from '../../lib/time/clock.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { askSite } from './ask-site.ts'
import { assertHours } from './buckets.ts'
import { DIMENSION_IDS, isForeign } from './dimensions.ts'
import { assertLegal, legalMetrics } from './legality.ts'
import type { MetricId } from './metrics.ts'
import { AnalyticsQuery, AnalyticsResult, Compare, Metrics } from './query.ts'
import { type FilteredQuestion, queryRules } from './query-rules.ts'
import { questionFields } from './question-fields.ts'
import { rateColumns } from './rate-columns.ts'
import type { Filters } from '../../kernel/reads/fields.ts'

const INTERVALS = ['auto', 'hour', 'day', 'week', 'month'] as const
/** More rows than an answer holds, so that the token budget decides where it ends. */
const MAX_ROWS = 1_000

const fields = {
  ...questionFields,
  compare: Compare.default('none'),
  metrics: Metrics.optional().describe(
    'What to count; impressions, ai_clicks, questions by default',
  ),
  interval: z.enum(INTERVALS).default('auto').describe('Length of a bucket'),
  dimensions: z.array(z.enum(DIMENSION_IDS)).max(1).default([]).describe('A series for each value'),
  // The budget of tokens decides where the answer of a tool ends.
  limit: { route: AnalyticsQuery.shape.limit },
  cursor: Cursor,
  maxTokens: { tool: MaxTokens },
}

/** What a series refuses besides its schema. */
const seriesRules: readonly InputRule<
  OrgContext,
  FilteredQuestion & Pick<SeriesQuestion, 'interval' | 'dimensions' | 'metrics'>
>[] = [
  ...queryRules,
  (_, { interval, metrics = [], dimensions, filters = [] }) =>
    interval === 'hour' && assertLegal(metrics, ['time:hour', ...dimensions], filters),
  async (ctx, input) =>
    input.interval === 'hour' &&
    assertHours(await siteRange(await siteOf(ctx, input), input, ctx.app.now())),
]

/**
 * GET /analytics/:siteId/timeseries and get_timeseries: metrics over time, by buckets that suit the range; with `compare`, each
 * bucket stands beside the one at the same place of the period before.
 */
export const getTimeseries = defineSiteRead({
  name: 'analytics.readTimeseries',
  summary: 'Metrics of one site over time',
  anyOf: ['analytics:read'],
  path: '/analytics/:siteId/timeseries',
  fields,
  rules: seriesRules,
  async read(question, { limit, ...input }) {
    const query = await seriesQuery(question.site, input, question.now)
    return askSite(question, query, question.by === 'tool' ? MAX_ROWS : limit)
  },
  answer: AnalyticsResult,
  toAnswer: ({ result }) => result,
  toolAnswer: Table,
  toToolAnswer({ result, frame, cursorAfter }, _, { dimensions: [splitBy], maxTokens }) {
    const before = result.comparison?.rows
    const rates = rateColumns(result)
    const metrics = result.columns.slice(splitBy ? 2 : 1).map(({ name }) => name)
    const rows = result.rows.map((row, i) => {
      const earlier = metrics.map((_id, j) => before?.[i]?.[j] ?? null)
      return [
        ...row.map(shortNumber),
        ...rates.cells(i),
        ...(before ? earlier.map(shortNumber) : []),
      ]
    })
    const kept = rows.slice(0, rowsWithinBudget(rows, maxTokens))
    const hasMore = kept.length < rows.length || result.truncated
    return {
      ...frame,
      notes: [...(frame.notes ?? []), ...rates.notes],
      columns: columnsOf(splitBy, [...metrics, ...rates.names], before ? metrics : []),
      rows: kept,
      ...(splitBy && isForeign(splitBy) && { untrusted: [splitBy] }),
      nextCursor: hasMore ? cursorAfter(kept.length - 1) : null,
    }
  },
})

type SeriesQuestion = Omit<Filters<typeof fields>, 'limit' | 'maxTokens'>

/** Makes the query of a series: by buckets of a length that suits the range, and by a value where one is named. */
async function seriesQuery(site: SiteDb, asked: SeriesQuestion, nowMs: number) {
  const { range, from, to, compare, filters, metrics, interval, cursor } = asked
  const [splitBy] = asked.dimensions
  const grain =
    interval === 'auto' ? autoInterval(await siteRange(site, { range, from, to }, nowMs)) : interval
  return {
    range,
    from,
    to,
    compare,
    filters,
    metrics: metrics ?? defaultMetrics(splitBy, filters),
    dimensions: [`time:${grain}` as const, ...(splitBy ? [splitBy] : [])],
    orderBy: 'time',
    cursor,
  }
}

type Split = (typeof DIMENSION_IDS)[number]

const columnsOf = (
  splitBy: Split | undefined,
  metrics: readonly string[],
  compared: readonly string[],
): string[] => [
  'time',
  ...(splitBy ? [splitBy] : []),
  ...metrics,
  ...compared.map((id) => `${id}_previous`),
]

/** Chooses the three metrics that most readers look for, as far as the split allows. */
function defaultMetrics(
  splitBy: Split | undefined,
  filters: AnalyticsQuery['filters'],
): MetricId[] {
  const legal = legalMetrics(splitBy ? [splitBy] : [], filters)
  return (['impressions', 'ai_clicks', 'questions'] as const).filter((id) => legal.includes(id))
}

/** The longest range in days of each length of bucket, which a model can read at a glance. */
const LONGEST = { hour: 2, day: 62, week: 200 }

function autoInterval({ instants }: TimeRange): 'hour' | 'day' | 'week' | 'month' {
  const days = (instants.toMs - instants.fromMs) / DAY_MS
  // A day on which the clock is set back has an hour more.
  if (days <= LONGEST.hour + 0.1) return 'hour'
  if (days <= LONGEST.day + 0.1) return 'day'
  return days <= LONGEST.week ? 'week' : 'month'
}

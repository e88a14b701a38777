import * as z from 'zod'
import { FACT_OPERATORS } from '../../../db/facts/fact-query.ts'
import { COMPACT_SCHEMAS } from '../../kernel/reads/compact-schema.ts'
import { notMeasured } from '../../kernel/names/not-measured.ts'
import { Cursor, PageLimit } from '../../kernel/door/inputs.ts'
import { QUERY_EXAMPLES } from '../../kernel/reads/query-examples.ts'
import { COMPARE_WORDS, RangeText } from '../../kernel/reads/range.ts'
import { DIMENSION_IDS, TIME_DIMENSIONS } from './dimensions.ts'
import { METRIC_IDS } from './metrics.ts'
import { JudgedChange } from '../../kernel/verdicts/judged-change.ts'
import { ToldMarks } from './told-marks.ts'
import { Cell, Days } from '../../kernel/reads/table.ts'

/**
 * The message of a schema for a name that is no metric: it says that the name is not measured, and which metric is
 * nearest.
 */
export const NAMING_UNMEASURED = { error: ({ input }: { input: unknown }) => notMeasured(input) }

export const MetricName = z.enum(METRIC_IDS, NAMING_UNMEASURED)
export const Metrics = z.array(MetricName).min(1).max(12)

/** Marks a schema whose values another tool in the same list of tools already names. */
export const BRIEFLY = { isBrief: true } as const
/** The schema of a metric for tools that stand next to a tool that lists the metrics. */
export const BriefMetric = z.enum(METRIC_IDS, NAMING_UNMEASURED).register(COMPACT_SCHEMAS, BRIEFLY)
export const BriefMetrics = z.array(BriefMetric).min(1).max(12).optional().describe('What to count')
const MAX_STARS = 5

export const AnalyticsFilter = z
  .strictObject({
    dimension: z.enum(DIMENSION_IDS, NAMING_UNMEASURED).register(COMPACT_SCHEMAS, BRIEFLY),
    op: z.enum(FACT_OPERATORS).default('is'),
    values: z.array(z.string().min(1).max(1_024)).min(1).max(100),
  })
  .refine(({ op, values }) => op !== 'glob' || values.every(hasFewStars), {
    path: ['values'],
    message: `A glob has at most ${MAX_STARS} *`,
  })
export type AnalyticsFilter = z.output<typeof AnalyticsFilter>

const hasFewStars = (glob: string): boolean => (glob.match(/\*+/g)?.length ?? 0) <= MAX_STARS

const FILTERS_EXAMPLE = { example: [{ dimension: 'engine', op: 'is', values: ['chatgpt'] }] }

export const AnalyticsFilters = z
  .array(AnalyticsFilter)
  .max(10)
  .default([])
  .describe('All must hold; one of values')
  .register(QUERY_EXAMPLES, FILTERS_EXAMPLE)

const AnyOf = z.strictObject({
  anyOf: z.array(AnalyticsFilter).min(1).max(10).register(COMPACT_SCHEMAS, BRIEFLY),
})

export const Compare = z
  .string()
  .max(40)
  .describe(`${COMPARE_WORDS.join(' ')} or a range`)

export const Having = z.strictObject({
  metric: z.enum(METRIC_IDS, NAMING_UNMEASURED).register(COMPACT_SCHEMAS, BRIEFLY),
  op: z.enum(['gt', 'gte', 'lt', 'lte']),
  value: z.number(),
})

/** The query language of REST and of every analytics tool. Dates are inclusive, in the site's time zone. */
export const AnalyticsQuery = z.strictObject({
  metrics: Metrics.optional().describe('What to count, at most 12'),
  dimensions: z
    .array(z.enum([...TIME_DIMENSIONS, ...DIMENSION_IDS], NAMING_UNMEASURED))
    .max(3)
    .default([])
    .describe('Group by, at most three, one of time:*'),
  range: RangeText.optional(),
  from: z.iso.date().optional().describe('First day, in place of range'),
  to: z.iso.date().optional().describe('Last day, in place of range'),
  filters: z
    .array(z.union([AnalyticsFilter, AnyOf]))
    .max(10)
    .default([])
    .describe('All must hold; one of values, and of {"anyOf":[…]}')
    .register(QUERY_EXAMPLES, FILTERS_EXAMPLE),
  having: z
    .array(Having)
    .max(5)
    .default([])
    .describe('Keeps groups where all hold')
    .register(QUERY_EXAMPLES, { example: [{ metric: 'impressions', op: 'gte', value: 10 }] }),
  compare: Compare.default('none'),
  orderBy: z.string().max(60).optional().describe('Metric or dimension; -ai_clicks: high to low'),
  limit: PageLimit.default(100),
  cursor: Cursor,
  fill: z.enum(['zero', 'none']).default('zero').describe('Whether a series has its empty buckets'),
})
export type AnalyticsQuery = z.output<typeof AnalyticsQuery>

const EMPTY = AnalyticsQuery.parse({})

/**
 * Completes a query whose fields a schema has checked; the others are as in a query that names none.
 * @NOTE no literal that begins with a spread: see `Spreads come last` in docs/decisions/house.md.
 */
export const completeQuery = (fields: Partial<AnalyticsQuery>): AnalyticsQuery =>
  Object.assign({}, EMPTY, fields)

const Totals = z.record(z.string(), z.number().nullable())

const Intervals = z.record(
  z.string(),
  z.object({
    numerator: z.int(),
    denominator: z.int(),
    ci95: z.tuple([z.number(), z.number()]).nullable(),
    moreRuns: z
      .int()
      .nullable()
      .optional()
      .describe('Of rates over checks: further runs to see a change of ten points'),
  }),
)

/** The result of every query. `rows` hold the dimensions first, then the metrics, in the order of `columns`. */
export const AnalyticsResult = z
  .object({
    columns: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(['dimension', 'metric']),
        unit: z.enum(['text', 'time', 'count', 'ratio', 'mean']),
      }),
    ),
    rows: z.array(z.array(Cell)),
    totals: Totals,
    /** The numerator and denominator of each ratio, with the 95 % Wilson interval where it is a proportion. */
    intervals: Intervals,
    /** The `intervals` of each row; empty where no ratio was asked for. */
    rowIntervals: z.array(Intervals),
    /**
     * The same metrics over the compared range. `rows` are aligned with the rows above, null for a row without a match;
     * `verdicts` judge the change of each total, `rowVerdicts` that of the first metric in each row, except in a series
     * over time. A count of the compared range times `scale` is comparable with a count of the range above.
     */
    comparison: z
      .object({
        range: Days,
        scale: z.number(),
        areCounts: z
          .boolean()
          .describe(
            'False where a range is not over or began before the data: no change of a count',
          ),
        totals: Totals,
        verdicts: z.record(z.string(), JudgedChange),
        rows: z.array(z.array(z.number().nullable()).nullable()),
        rowVerdicts: z.array(JudgedChange),
        judgedTogether: z
          .object({ totals: z.int(), rows: z.int() })
          .describe(
            'Changes that were set against each other: about one in ten named is so by chance',
          ),
        marks: ToldMarks,
      })
      .nullable(),
    timeLabels: z.array(z.string()).nullable(),
    query: z.record(z.string(), z.unknown()),
    range: Days,
    timezone: z.string(),
    rowCount: z.int(),
    truncated: z.boolean(),
    /** The bucket that holds this moment, or without buckets the day; null where the range ended before this moment. */
    partialBucket: z.string().nullable(),
    /**
     * Every incomplete bucket: one that an edge of the range cuts, that is not over, or within which the data begins.
     */
    partialBuckets: z.array(z.string()),
    notes: z.array(z.string()),
    sampleTier: z.enum(['exploratory', 'directional', 'decision_grade']),
    dataFreshness: z.string().nullable().describe('Time of the newest event'),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'AnalyticsResult' })
export type AnalyticsResult = z.input<typeof AnalyticsResult>

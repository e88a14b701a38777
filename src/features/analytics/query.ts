import * as z from 'zod'
import { FACT_DIMENSIONS, type FactDimension } from '../../../db/facts/kinds.ts'
import { Cursor } from '../../core/inputs.ts'
import { METRIC_IDS } from './metrics.ts'
import { RangeText } from '../../core/range.ts'

// @NOTE the keys of a literal; Object.keys forgets their type.
export const DIMENSION_IDS = Object.keys(FACT_DIMENSIONS) as [FactDimension, ...FactDimension[]]

export const TIME_DIMENSIONS = ['time:hour', 'time:day', 'time:week', 'time:month'] as const

export const Metrics = z.array(z.enum(METRIC_IDS)).min(1).max(12).describe('What to count')

export const Filter = z.strictObject({
  dimension: z.enum(DIMENSION_IDS),
  op: z.enum(['is', 'is_not', 'in', 'contains', 'starts_with']).default('is'),
  values: z.array(z.string().min(1).max(1_024)).min(1).max(100).describe('Any of these'),
})
export type Filter = z.output<typeof Filter>

export const Filters = z.array(Filter).max(10).default([]).describe('All must hold')

export const Compare = z.enum(['previous_period', 'none']).describe('Compare with')

/** The one query of REST and of every analytics tool. Dates are inclusive, in the site's time zone. */
export const AnalyticsQuery = z.strictObject({
  metrics: Metrics.default(METRIC_IDS),
  dimensions: z
    .array(z.enum([...TIME_DIMENSIONS, ...DIMENSION_IDS]))
    .max(3)
    .default([])
    .describe('Group by these; at most one of time:*'),
  range: RangeText.optional(),
  from: z.iso.date().optional().describe('First day, in place of range'),
  to: z.iso.date().optional().describe('Last day, in place of range'),
  filters: Filters,
  compare: Compare.default('none'),
  orderBy: z
    .string()
    .max(60)
    .optional()
    .describe('A metric or dimension; with - in front from high to low'),
  limit: z.int().min(1).max(1_000).default(100).describe('Rows, 1 to 1,000'),
  cursor: Cursor,
  fill: z.enum(['zero', 'none']).default('zero').describe('Whether a series has its empty buckets'),
})
export type AnalyticsQuery = z.output<typeof AnalyticsQuery>

const Cell = z.union([z.string(), z.number(), z.null()])
const Totals = z.record(z.string(), z.number().nullable())
const Days = z.object({ from: z.string(), to: z.string() })

/** The one result. `rows` hold the dimensions first, then the metrics, in the order of `columns`. */
export const AnalyticsResult = z.object({
  columns: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['dimension', 'metric']),
      unit: z.enum(['text', 'time', 'count', 'ratio']),
    }),
  ),
  rows: z.array(z.array(Cell)),
  totals: Totals,
  /** For each ratio: what was divided by what, and the 95 % Wilson interval where it is a proportion. */
  intervals: z.record(
    z.string(),
    z.object({
      numerator: z.int(),
      denominator: z.int(),
      ci95: z.tuple([z.number(), z.number()]).nullable(),
    }),
  ),
  /** The same metrics over the period before; `rows` are aligned with the rows above, null where there is nothing. */
  comparison: z
    .object({
      range: Days,
      totals: Totals,
      rows: z.array(z.array(z.number().nullable()).nullable()),
    })
    .nullable(),
  timeLabels: z.array(z.string()).nullable(),
  query: z.record(z.string(), z.unknown()),
  range: Days,
  timezone: z.string(),
  rowCount: z.int(),
  truncated: z.boolean(),
  /** The bucket, or the day, that is not over yet. */
  partialBucket: z.string().nullable(),
  notes: z.array(z.string()),
  sampleTier: z.enum(['exploratory', 'directional', 'decision_grade']),
  dataFreshness: z.string().nullable().describe('Time of the newest event'),
  nextCursor: z.string().nullable(),
})
export type AnalyticsResult = z.input<typeof AnalyticsResult>

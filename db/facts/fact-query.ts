import type { OffsetSegment } from '../../src/lib/time/zone.ts'
import type { FactDimension, Operators } from './dimensions.ts'
import type { Measure, MeasureValues } from './measures.ts'
import type { BindableNumber } from '../prepared-statement.ts'

export type Grain = 'hour' | 'day' | 'week' | 'month'

export const FACT_OPERATORS = ['is', 'is_not', 'in', 'contains', 'starts_with', 'glob'] as const
export type FactOperator = (typeof FACT_OPERATORS)[number]

export interface FactFilter {
  dimension: FactDimension
  op: FactOperator
  /** The values that the text of the dimension is compared with; `(none)` stands for the absence of a text. */
  values: readonly string[]
}

/** A filter, or several filters of which at least one must hold. */
export type FactCondition = FactFilter | { anyOf: readonly FactFilter[] }

/**
 * A number of a row: a measure, a ratio of two measures, the share of a measure in its sum over all rows that differ
 * from this one in one label, or a mean.
 */
export type FactValue =
  | { by: 'measure'; measure: Measure }
  /** A ratio of two measures; it is null while the measure that it `needs` is 0. */
  | { by: 'ratio'; numerator: Measure; denominator: Measure; needs?: Measure }
  | { by: 'share'; measure: Measure; across: FactDimension }
  /** A mean: the sum of a measure, which is stored in parts of which `unit` make up one, divided by another measure. */
  | { by: 'mean'; sum: Measure; of: Measure; unit: number }

export type FactBound = 'gt' | 'gte' | 'lt' | 'lte'

/** A condition that keeps rows whose number is within a bound; a ratio whose denominator is 0 never is. */
export interface FactHaving {
  value: FactValue
  bound: FactBound
  limit: number
}

/** The order of the rows: by time, by one label or by a number, and then by bucket and labels. */
export type FactOrder = { direction: 'asc' | 'desc' } & (
  { by: 'time' } | { by: 'label'; index: number } | { by: 'value'; value: FactValue }
)

/**
 * One aggregation over a site's events or answers, as the SQL builder takes it, with calendars and names already
 * resolved. `days` is half-open, in local day numbers; `instants` is the same range in epoch milliseconds, half-open.
 * In a `FactQuery<BindableNumber>`, numbers may be names that a statement over rollups binds later.
 */
export interface FactQuery<N extends BindableNumber = number> {
  measures: readonly Measure[]
  dimensions: readonly FactDimension[]
  grain: Grain | null
  days: { from: N; to: N } | null
  instants: { fromMs: number; toMs: number }
  /** Returns the zone's offsets over the range; called only where single events or answers are read. */
  segments: () => readonly OffsetSegment[]
  /**
   * The first day of each month (or other stretch of days) of the range, and of the one after it; used for the grain
   * `month`.
   */
  monthStarts: readonly number[]
  filters: readonly FactCondition[]
  having: readonly FactHaving[]
  /** The measures of which a row also gets the sum over all rows that differ from it in the label of `across`. */
  shares: readonly { measure: Measure; across: FactDimension }[]
  operators: Operators
  /** The number of readers below which topics share one name; 1 names every topic. */
  minAskers: number
  /**
   * Returns the ranges of time in each of which the readers of a topic are counted; called only where topics are named.
   */
  namingRanges: () => readonly { fromMs: number; toMs: number }[]
  order: FactOrder
  limit: N
  /**
   * The keyset position behind which the rows begin: the order value, then the bucket and the labels; null for the
   * first row.
   */
  after: readonly (string | number | null)[] | null
}

export interface FactRow {
  /** The first local day number of the bucket, or its first instant for the grain `hour`; null without a grain. */
  bucket: number | null
  labels: string[]
  values: MeasureValues
  /** The sum of a measure that its share is taken of, by measure. */
  wholes: Partial<MeasureValues>
  /** The keyset position of this row, for a cursor. */
  key: (string | number | null)[]
}

/** Returns the filters that conditions are made of, no matter how they are joined. */
export const flattenFilters = (conditions: readonly FactCondition[]): FactFilter[] =>
  conditions.flatMap((condition) => ('anyOf' in condition ? condition.anyOf : [condition]))

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
  /** The values that the text of the dimension is compared with; `(none)` stands for the absence of a value. */
  values: readonly string[]
}

/** A single filter, or several of which at least one must hold. */
export type FactCondition = FactFilter | { anyOf: readonly FactFilter[] }

/** A number of a row: a measure, a ratio of two, or a measure's part of all rows that differ from it in one label. */
export type FactValue =
  | { by: 'measure'; measure: Measure }
  /** The ratio is null while the measure that it `needs` is 0. */
  | { by: 'ratio'; numerator: Measure; denominator: Measure; needs?: Measure }
  | { by: 'share'; measure: Measure; across: FactDimension }
  /** A mean: `sum` is stored in parts of one, of which `unit` make up one. */
  | { by: 'mean'; sum: Measure; of: Measure; unit: number }

export type FactBound = 'gt' | 'gte' | 'lt' | 'lte'

/** Keeps groups whose number is within a bound; a ratio without a denominator never is. */
export interface FactHaving {
  value: FactValue
  bound: FactBound
  limit: number
}

/** The order of the rows: by time, a label or a number, then by bucket and labels. */
export type FactOrder = { direction: 'asc' | 'desc' } & (
  { by: 'time' } | { by: 'label'; index: number } | { by: 'value'; value: FactValue }
)

/**
 * One aggregation over a site's events, as the SQL builder takes it, with calendars and names already resolved. `days`
 * is half-open, in local day numbers; `instants` is the same range in epoch milliseconds, half-open. A
 * `FactQuery<Bound>` may name numbers that a statement over rollups binds.
 */
export interface FactQuery<N extends BindableNumber = number> {
  measures: readonly Measure[]
  dimensions: readonly FactDimension[]
  grain: Grain | null
  days: { from: N; to: N } | null
  instants: { fromMs: number; toMs: number }
  /** The zone's offsets over the range; called only where single events are read. */
  segments: () => readonly OffsetSegment[]
  /** First day of each month, or other stretch of days, in the range and the one after it; only read for the grain `month`. */
  monthStarts: readonly number[]
  filters: readonly FactCondition[]
  having: readonly FactHaving[]
  /** For each of these, a row also gets the measure's sum over all rows that differ from it in one label. */
  shares: readonly { measure: Measure; across: FactDimension }[]
  operators: Operators
  /** Topics that fewer readers asked about share one name; 1 names them all. */
  minAskers: number
  /** The ranges in each of which these readers are counted; called only where topics are named. */
  namingRanges: () => readonly { fromMs: number; toMs: number }[]
  order: FactOrder
  limit: N
  /** Keyset position after which the rows begin: the order value, then the bucket and the labels. */
  after: readonly (string | number | null)[] | null
}

export interface FactRow {
  /** Local day number, or for `hour` the bucket's first instant; null without a grain. */
  bucket: number | null
  labels: string[]
  values: MeasureValues
  /** By measure, the sum that a share is taken of. */
  wholes: Partial<MeasureValues>
  /** The keyset position of this row, for a cursor. */
  key: (string | number | null)[]
}

/** Returns the single filters of conditions, however they are joined. */
export const flattenFilters = (conditions: readonly FactCondition[]): FactFilter[] =>
  conditions.flatMap((condition) => ('anyOf' in condition ? condition.anyOf : [condition]))

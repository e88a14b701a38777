import type { FactDimension } from './kinds.ts'

/** What is counted: events of one kind, or the sum of each day's distinct visitors. */
export type Measure =
  'impressions' | 'ai_clicks' | 'shares' | 'questions' | 'ai_referrals' | 'visitors'

export type Grain = 'hour' | 'day' | 'week' | 'month'

export type FactOperator = 'is' | 'is_not' | 'in' | 'contains' | 'starts_with'

export interface FactFilter {
  dimension: FactDimension
  op: FactOperator
  /** Compared with the value's text; `(none)` is the absence of one. */
  values: readonly string[]
}

/** A stretch of time with one offset from UTC. */
export interface OffsetSegment {
  fromMs: number
  toMs: number
  offsetMs: number
}

/**
 * One aggregation over a site's events, already free of calendars and names: what the SQL builder takes.
 * `days` is half-open, in local day numbers; `instants` is the same range in epoch milliseconds, half-open.
 */
export interface FactQuery {
  measures: readonly Measure[]
  dimensions: readonly FactDimension[]
  grain: Grain | null
  days: { from: number; to: number } | null
  instants: { fromMs: number; toMs: number }
  segments: readonly OffsetSegment[]
  /** First day of each month in the range and the one after it; only read for the grain `month`. */
  monthStarts: readonly number[]
  filters: readonly FactFilter[]
  order: FactOrder
  limit: number
  /** Keyset position of the row before the first one wanted: the order value, then the bucket and the labels. */
  after: readonly (string | number | null)[] | null
}

/** Rows are ordered by time, by a measure, or by a ratio of two, then by bucket and labels. */
export type FactOrder =
  | { by: 'time'; direction: 'asc' | 'desc' }
  | { by: 'measure'; measure: Measure; direction: 'asc' | 'desc' }
  | { by: 'ratio'; numerator: Measure; denominator: Measure; direction: 'asc' | 'desc' }
  | { by: 'label'; direction: 'asc' | 'desc' }

export interface FactRow {
  /** Local day number, or for `hour` the bucket's first instant; null without a grain. */
  bucket: number | null
  labels: string[]
  values: Record<Measure, number>
  /** Where this row stands, for a cursor. */
  key: (string | number | null)[]
}

export const NO_VALUE = '(none)'

import type { FactOrder, FactQuery, Grain } from '../../../db/facts/fact-query.ts'
import { HOUR_MS } from '../../core/clock.ts'
import { invalidField } from '../../core/errors.ts'
import { offsetSegments } from '../../core/zone.ts'
import { monthStarts } from './buckets.ts'
import { measuresFor, metricOf, type MetricId } from './metrics.ts'
import { DIMENSION_IDS, type AnalyticsQuery } from './query.ts'
import type { ResolvedRange } from '../../core/range.ts'

/** A query split into its parts: one grain of time, and the other dimensions in their order. */
export interface QueryShape {
  grain: Grain | null
  dimensions: (typeof DIMENSION_IDS)[number][]
  order: FactOrder
}

/** Throws VALIDATION_FAILED where dimensions or order do not go together. */
export function shapeOf(query: AnalyticsQuery): QueryShape {
  const times = query.dimensions.filter((d) => d.startsWith('time:'))
  if (times.length > 1 || new Set(query.dimensions).size < query.dimensions.length) {
    throw invalidField('dimensions', 'duplicate', 'Name each dimension once, and time at most once')
  }
  const dimensions = DIMENSION_IDS.filter((id) => query.dimensions.includes(id)).toSorted(
    (a, b) => query.dimensions.indexOf(a) - query.dimensions.indexOf(b),
  )
  // @NOTE times holds members of TIME_DIMENSIONS, whose second half is a grain.
  const grain = (times[0]?.slice('time:'.length) as Grain | undefined) ?? null
  return { grain, dimensions, order: orderOf(query, grain, dimensions) }
}

function orderOf(
  query: AnalyticsQuery,
  grain: Grain | null,
  dimensions: readonly string[],
): FactOrder {
  const text = query.orderBy
  if (text === undefined) {
    return grain
      ? { by: 'time', direction: 'asc' }
      : metricOrder(query.metrics[0] ?? 'impressions', 'desc')
  }
  const direction = text.startsWith('-') ? 'desc' : 'asc'
  const name = text.replace(/^-/, '')
  const metric = query.metrics.find((id) => id === name)
  if (metric) return metricOrder(metric, direction)
  if (grain && (name === 'time' || name === `time:${grain}`)) return { by: 'time', direction }
  if (name === dimensions[0]) return { by: 'label', direction }
  const legal = [...query.metrics, ...(grain ? ['time'] : []), ...dimensions.slice(0, 1)]
  throw invalidField(
    'orderBy',
    'invalid_order',
    `Must be one of ${legal.join(', ')}, with - in front or not`,
  )
}

function metricOrder(id: MetricId, direction: 'asc' | 'desc'): FactOrder {
  const { measure, per } = metricOf(id)
  return per
    ? { by: 'ratio', numerator: measure, denominator: per, direction }
    : { by: 'measure', measure, direction }
}

/** The aggregation of a range, grouped as the shape says. */
export function groupedFacts(
  query: AnalyticsQuery,
  shape: QueryShape,
  range: ResolvedRange,
  zone: string,
): FactQuery {
  return {
    measures: measuresFor(query.metrics),
    dimensions: shape.dimensions,
    grain: shape.grain,
    days: range.days,
    instants: range.instants,
    // From an hour before, so that a change of the clock in the first hour is not missed.
    segments: offsetSegments(zone, range.instants.fromMs - HOUR_MS, range.instants.toMs),
    monthStarts: shape.grain === 'month' ? monthStarts(range, zone) : [],
    filters: query.filters,
    order: shape.order,
    limit: query.limit + 1,
    after: null,
  }
}

/** The same events without groups: what the groups must add up to. */
export function totalFacts(query: AnalyticsQuery, range: ResolvedRange, zone: string): FactQuery {
  const shape: QueryShape = {
    grain: null,
    dimensions: [],
    order: { by: 'label', direction: 'asc' },
  }
  return { ...groupedFacts(query, shape, range, zone), limit: 1 }
}

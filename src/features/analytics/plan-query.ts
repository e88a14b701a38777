import type { FactDimension } from '../../../db/facts/dimensions.ts'
import { flattenFilters } from '../../../db/facts/fact-query.ts'
import type { FactOrder, FactQuery, Grain } from '../../../db/facts/fact-query.ts'
import type { Measure } from '../../../db/facts/measures.ts'
import { OPERATOR_BY_ENGINE } from '../../domain/events/ai-sources.ts'
import { HOUR_MS } from '../../lib/time/clock.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { checkEach } from '../../kernel/door/every-refusal.ts'
import { withOneMore } from '../../kernel/reads/paging.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { offsetSegments } from '../../lib/time/zone.ts'
import { assertAlike, assertFilterSize, assertLegal, legalMetrics } from './legality.ts'
import { monthStarts } from './buckets.ts'
import { type DimensionId, isTime } from './dimensions.ts'
import {
  DEFAULT_CHECK_METRICS,
  DEFAULT_METRICS,
  factValue,
  measuresOf,
  type MetricId,
} from './metrics.ts'
import type { AnalyticsQuery } from './query.ts'
import { readOrder } from './read-order.ts'

/** A query split into its parts: one grain of time, the other dimensions in their order, and what is counted. */
export interface QueryPlan {
  metrics: readonly MetricId[]
  grain: Grain | null
  dimensions: readonly FactDimension[]
  order: FactOrder
  measures: readonly Measure[]
  /** The number of readers below which a topic shares one name with all other such topics, as in the fact query. */
  minAskers: number
}

/** Throws VALIDATION_FAILED where metrics, dimensions, filters or order do not go together. */
export function planQuery(query: AnalyticsQuery, minAskers = 1): QueryPlan {
  const { dimensions: asked, filters, having } = query
  assertFilterSize(filters)
  const dimensions = asked.filter((one): one is FactDimension => !isTime(one))
  const grain = grainOf(asked)
  const metrics = countedMetrics(query)
  const bounded = having.map(({ metric }) => metric)
  assertLegal(metrics, asked, filters)
  assertAlike([...metrics, ...bounded], 'having')
  assertGroups(query)
  const measures = [...new Set([...metrics, ...bounded].flatMap(measuresOf))]
  const order = orderOf(query, metrics, grain, dimensions)
  return { metrics, grain, dimensions, measures, minAskers, order }
}

/**
 * Returns the metrics that a query counts: those that it names, else the legal ones of the defaults. Throws
 * VALIDATION_FAILED where no metric can be counted by all of its dimensions and filters.
 */
export function countedMetrics({
  metrics,
  dimensions,
  filters,
}: {
  metrics?: readonly MetricId[] | undefined
  dimensions: readonly DimensionId[]
  filters: AnalyticsQuery['filters']
}): readonly MetricId[] {
  const isDivided = dimensions.some((one) => !isTime(one)) || filters.length > 0
  if (metrics) return metrics
  const legal = legalMetrics(dimensions, filters)
  const usual = defaultMetrics(legal, isDivided)
  if (usual.length > 0) return usual
  if (legal.length > 0) return legal.slice(0, 1)
  const named = [...dimensions, ...flattenFilters(filters).map(({ dimension }) => dimension)]
  throw invalidField(
    'dimensions',
    'illegal_pair',
    `No metric is counted by all of ${[...new Set(named)].join(', ')}: ask for fewer of them at a time`,
  )
}

/**
 * Returns the default metrics that are legal. A query that covers a part of the events counts no visitors, since only
 * raw events know those.
 */
function defaultMetrics(legal: readonly MetricId[], isDivided: boolean): MetricId[] {
  const usual = DEFAULT_METRICS.filter((id) => legal.includes(id))
  const counted = usual.filter((id) => !isDivided || id !== 'visitors')
  if (counted.length > 0) return counted
  return usual.length > 0 ? usual : DEFAULT_CHECK_METRICS.filter((id) => legal.includes(id))
}

/** Throws VALIDATION_FAILED for a bound in a query without groups, and for a bound that no group can meet. */
export function assertGroups({
  having,
  dimensions,
  filters,
}: {
  having: AnalyticsQuery['having']
  dimensions: readonly DimensionId[]
  filters: AnalyticsQuery['filters']
}): void {
  if (having.length > 0 && dimensions.length === 0) {
    throw invalidField('having', 'needs_dimensions', 'having keeps groups: name a dimension')
  }
  assertBounds({ having, dimensions, filters })
}

/** Throws VALIDATION_FAILED for a bound of a metric that cannot be counted by the dimensions of the groups. */
export function assertBounds({
  having,
  dimensions,
  filters,
}: {
  having: AnalyticsQuery['having']
  dimensions: readonly DimensionId[]
  filters: AnalyticsQuery['filters']
}): void {
  checkEach(having, ({ metric }, i) =>
    assertLegal([metric], dimensions, filters, `having[${i}].metric`),
  )
}

/**
 * Returns the grain of time among dimensions, or null. Throws VALIDATION_FAILED for a dimension that is named twice,
 * and for several grains.
 */
export function grainOf(asked: readonly DimensionId[]): Grain | null {
  const times = asked.filter(isTime)
  if (times.length > 1 || new Set(asked).size < asked.length) {
    throw invalidField('dimensions', 'duplicate', 'Name each dimension once, and time at most once')
  }
  // @NOTE times holds members of TIME_DIMENSIONS, whose second half is a grain.
  return (times[0]?.slice('time:'.length) as Grain | undefined) ?? null
}

/** Throws VALIDATION_FAILED for an order by a name that is neither a metric nor a dimension of the query. */
export function assertOrder(
  orderBy: string | undefined,
  metrics: readonly MetricId[],
  asked: readonly DimensionId[],
): void {
  const dimensions = asked.filter((one): one is FactDimension => !isTime(one))
  orderOf({ orderBy }, metrics, grainOf(asked), dimensions)
}

function orderOf(
  { orderBy }: Pick<AnalyticsQuery, 'orderBy'>,
  metrics: readonly MetricId[],
  grain: Grain | null,
  dimensions: readonly FactDimension[],
): FactOrder {
  const byMetric = (id: MetricId, direction: 'asc' | 'desc'): FactOrder => ({
    by: 'value',
    value: factValue(id, dimensions),
    direction,
  })
  if (orderBy === undefined) {
    return grain ? { by: 'time', direction: 'asc' } : byMetric(metrics[0] ?? 'impressions', 'desc')
  }
  const { metric, name, direction } = readOrder(orderBy, metrics)
  if (metric) return byMetric(metric, direction)
  if (grain && (name === 'time' || name === `time:${grain}`)) return { by: 'time', direction }
  const index = dimensions.findIndex((dimension) => dimension === name)
  if (index >= 0) return { by: 'label', index, direction }
  const legal = [...metrics, ...(grain ? ['time'] : []), ...dimensions]
  throw invalidField(
    'orderBy',
    'invalid_order',
    `Must be one of ${legal.join(', ')}, with - in front or not`,
  )
}

/** A query with its plan, and the time zone in which its days are counted. */
export interface PlannedQuery {
  query: AnalyticsQuery
  plan: QueryPlan
  zone: string
  /** Returns the ranges of time in which the askers of topics are counted, which decides the names of topics. */
  naming: FactQuery['namingRanges']
}

/** Makes the aggregation of a range, grouped as planned. */
export function groupedFactQuery(
  { query, plan, zone, naming }: PlannedQuery,
  range: TimeRange,
): FactQuery {
  const { grain, dimensions, measures, order } = plan
  const shares = plan.metrics.flatMap((id) => {
    const value = factValue(id, dimensions)
    return value.by === 'share' ? [value] : []
  })
  return {
    measures,
    dimensions,
    grain,
    days: range.days,
    instants: range.instants,
    // The segments begin an hour earlier, so that a change of the clock in the first hour is not missed.
    segments: () => offsetSegments(zone, range.instants.fromMs - HOUR_MS, range.instants.toMs),
    monthStarts: grain === 'month' ? monthStarts(range, zone) : [],
    filters: query.filters,
    having: query.having.map(({ metric, op, value }) => ({
      value: factValue(metric, dimensions),
      bound: op,
      limit: value,
    })),
    shares,
    operators: OPERATOR_BY_ENGINE,
    minAskers: plan.minAskers,
    namingRanges: naming,
    order,
    limit: withOneMore(query.limit),
    after: null,
  }
}

/** Makes the same aggregation without groups: the totals that the groups must add up to. */
export function totalFactQuery(planned: PlannedQuery, range: TimeRange): FactQuery {
  const whole: QueryPlan = {
    ...planned.plan,
    grain: null,
    dimensions: [],
    order: { by: 'time', direction: 'asc' },
  }
  const query = { ...planned.query, having: [] }
  return { ...groupedFactQuery({ ...planned, query, plan: whole }, range), limit: 1 }
}

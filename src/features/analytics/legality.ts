import { type FactCondition, flattenFilters } from '../../../db/facts/fact-query.ts'
import { isOfCheck, isOfSource } from '../../../db/facts/check-dimensions.ts'
import { isOfChecks, type Measure, measureRuleOf } from '../../../db/facts/measures.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { checkEach } from '../../kernel/door/every-refusal.ts'
import {
  DIMENSION_IDS,
  type DimensionId,
  DIMENSIONS,
  isTime,
  TIME_DIMENSIONS,
} from './dimensions.ts'
import { measuresOf, METRIC_IDS, type MetricId, metricOf } from './metrics.ts'

/** True when the events or answers that a measure counts can have a value of the dimension. */
function carries(measure: Measure, dimension: DimensionId): boolean {
  const rule = measureRuleOf(measure)
  if (isTime(dimension)) return rule.by !== 'returns' || dimension !== 'time:hour'
  const { kinds } = DIMENSIONS[dimension]
  if (rule.by === 'checks') return isOfSource(dimension) ? 'sources' in rule : isOfCheck(dimension)
  if (kinds.includes('check')) return false
  if (rule.by === 'returns') return dimension === 'engine' || dimension === 'operator'
  if (kinds.length === 0) return true
  switch (rule.by) {
    case 'events':
      return kinds.includes(rule.kind)
    case 'visitors':
      return rule.kinds.every((kind) => kinds.includes(kind))
    case 'sessions':
      return false
  }
}

/** True where a metric can be split by a dimension, and filtered by it. */
export const isLegal = (metric: MetricId, dimension: DimensionId): boolean =>
  !metricOf(metric).without?.some((one) => one === dimension) &&
  measuresOf(metric).every((measure) => carries(measure, dimension))

export const legalDimensions = (metric: MetricId): DimensionId[] =>
  [...TIME_DIMENSIONS, ...DIMENSION_IDS].filter((dimension) => isLegal(metric, dimension))

const needsOneOf = (metric: MetricId): readonly DimensionId[] => {
  const { value } = metricOf(metric)
  return value.by === 'share' ? value.across : []
}

/** Returns the metrics that can be asked for with these dimensions and filters. */
export function legalMetrics(
  dimensions: readonly DimensionId[],
  filters: readonly FactCondition[],
): MetricId[] {
  const used = [...dimensions, ...flattenFilters(filters).map((filter) => filter.dimension)]
  return METRIC_IDS.filter((metric) => {
    const across = needsOneOf(metric)
    const isSplit = across.length === 0 || across.some((one) => dimensions.includes(one))
    return isSplit && used.every((dimension) => isLegal(metric, dimension))
  })
}

/**
 * Throws VALIDATION_FAILED, naming what is legal, for a metric that cannot be split or filtered by one of the
 * dimensions or filters, for a share without the dimension that it needs, and as `assertAlike`. `place` is the field of
 * the input that holds the metrics.
 */
export function assertLegal(
  metrics: readonly MetricId[],
  dimensions: readonly DimensionId[],
  filters: readonly FactCondition[],
  place = 'metrics',
): void {
  const filtered = flattenFilters(filters).map((filter) => filter.dimension)
  checkEach(metrics, (metric) => {
    const refused = [...dimensions, ...filtered].find((dimension) => !isLegal(metric, dimension))
    if (refused) throw illegalPair(place, metric, refused)
    const across = needsOneOf(metric)
    if (across.length > 0 && !across.some((one) => dimensions.includes(one))) {
      const named = across.join(' or ')
      throw invalidField(
        place,
        'illegal_pair',
        `${metric} is a part of a whole: add the dimension ${named}`,
      )
    }
  })
  assertAlike(metrics, place)
}

/** True for a metric that counts only answers of engines, and no events. */
export const isCheckMetric = (metric: MetricId): boolean => measuresOf(metric).every(isOfChecks)

/**
 * Throws VALIDATION_FAILED for metrics of engines' answers together with metrics of events, which have no rows in
 * common.
 */
export function assertAlike(metrics: readonly MetricId[], place: string): void {
  const ofChecks = metrics.filter(isCheckMetric)
  if (ofChecks.length === 0 || ofChecks.length === metrics.length) return
  const others = metrics.filter((metric) => !ofChecks.includes(metric))
  throw invalidField(
    place,
    'illegal_pair',
    `${ofChecks.join(', ')} count what engines answer, ${others.join(', ')} what readers do: ask twice`,
  )
}

/** Throws VALIDATION_FAILED for filters by a dimension that events do not have. */
export function assertOfEvents(filters: readonly FactCondition[]): void {
  checkEach(filters, (filter, i) => {
    const refused = flattenFilters([filter]).find(({ dimension }) => isOfCheckAlone(dimension))
    if (!refused) return
    throw invalidField(
      `filters[${i}]`,
      'illegal_pair',
      `${refused.dimension} is of answers of engines, and no event has it`,
    )
  })
}

/** True for a dimension that answers of engines have and events do not. */
export const isOfCheckAlone = (dimension: DimensionId): boolean =>
  !isTime(dimension) && DIMENSIONS[dimension].kinds.includes('check')

/** Throws VALIDATION_FAILED for a metric that has no total, since it is counted only by some dimension. */
export const assertWholes = (metrics: readonly MetricId[]): void => assertLegal(metrics, [], [])

function illegalPair(place: string, metric: MetricId, dimension: DimensionId) {
  const metrics = METRIC_IDS.filter((id) => isLegal(id, dimension))
  return invalidField(
    place,
    'illegal_pair',
    `${metric} has no ${dimension}. Legal with ${dimension}: ${metrics.join(', ')}. Legal for ${metric}: ${legalDimensions(metric).join(', ')}`,
  )
}

/**
 * The most values in all filters of a query together: each is bound on the event loop and may be compared with every
 * name of the site.
 */
const MAX_VALUES = 1_000

/** Throws VALIDATION_FAILED with the code `too_costly` for filters that have more than 1,000 values together. */
export function assertFilterSize(filters: readonly FactCondition[]): void {
  const count = flattenFilters(filters).reduce((sum, { values }) => sum + values.length, 0)
  if (count <= MAX_VALUES) return
  throw invalidField(
    'filters',
    'too_costly',
    `The filters of a query have at most ${MAX_VALUES} values together, these have ${count}. One glob or starts_with may stand for many values; or ask several times`,
  )
}

import type { InputRule } from '../../kernel/every-refusal.ts'
import type { OrgContext } from '../../kernel/operation.ts'
import { comparedRange, resolveRange, type RangeInput } from '../../kernel/range.ts'
import { rangeRule, siteOf, type OfSite } from '../../kernel/site-rules.ts'
import { assertFilterSize } from './bounded-filters.ts'
import type { DimensionId } from './dimensions.ts'
import { assertLegal, legalMetrics } from './legality.ts'
import type { MetricId } from './metrics.ts'
import { assertGroups, assertOrder, grainOf } from './plan-query.ts'
import type { AnalyticsQuery } from './query.ts'
import { understandFilters } from './understand-filters.ts'

export interface FilteredQuestion extends OfSite, RangeInput {
  filters?: AnalyticsQuery['filters']
  compare?: string
}

interface Grouped extends FilteredQuestion {
  metrics?: readonly MetricId[] | undefined
  dimensions?: readonly DimensionId[]
  having?: AnalyticsQuery['having']
  orderBy?: string | undefined
}

/**
 * Reads what is compared with, beside the usual range: whether it is a comparison at all does not depend on the range,
 * which may be refused as well.
 */
export async function readCompared(ctx: OrgContext, input: FilteredQuestion) {
  const zone = (await siteOf(ctx, input)).row.rollup_timezone
  const now = ctx.app.now()
  return comparedRange(input.compare ?? 'none', resolveRange({}, zone, now), zone, now)
}

/** What holds of every question about the days of one site. */
export const questionRules: readonly InputRule<OrgContext, FilteredQuestion>[] = [
  rangeRule,
  async (ctx, input) => input.compare !== undefined && readCompared(ctx, input),
  (_, { filters = [] }) => assertFilterSize(filters),
  async (ctx, input) => understandFilters(await siteOf(ctx, input), input.filters ?? []),
]

/** What holds of metrics by dimensions besides. */
export const groupRules: readonly InputRule<OrgContext, Grouped>[] = [
  (_, { dimensions = [] }) => grainOf(dimensions),
  (_, { metrics = [], having = [], dimensions = [], filters = [] }) =>
    assertLegal([...metrics, ...having.map(({ metric }) => metric)], dimensions, filters),
  (_, { having = [], dimensions = [] }) => assertGroups(having, dimensions),
  (_, { orderBy, dimensions = [], metrics, filters = [] }) =>
    assertOrder(orderBy, metrics ?? legalMetrics(dimensions, filters), dimensions),
]

/** The rules of a query: of its days and filters, and of its groups. */
export const queryRules: readonly InputRule<OrgContext, Grouped>[] = [
  ...questionRules,
  ...groupRules,
]

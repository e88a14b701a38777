import type { InputRule } from '../../kernel/door/every-refusal.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { type RangeInput, siteRange } from '../../kernel/reads/range.ts'
import { compareRule, type OfSite, rangeRule, siteOf } from '../../kernel/reads/site-rules.ts'
import { assertFilterSize, assertLegal } from './legality.ts'
import { assertHours } from './buckets.ts'
import type { DimensionId } from './dimensions.ts'
import type { MetricId } from './metrics.ts'
import { assertGroups, assertOrder, countedMetrics, grainOf } from './plan-query.ts'
import type { AnalyticsQuery } from './query.ts'
import { understandFilters } from './understand-filters.ts'

export interface FilteredQuestion extends OfSite, RangeInput {
  filters?: AnalyticsQuery['filters']
  compare?: string
}

type MetricsOf = typeof countedMetrics

interface Grouped extends FilteredQuestion {
  metrics?: readonly MetricId[] | undefined
  dimensions?: readonly DimensionId[]
  having?: AnalyticsQuery['having']
  orderBy?: string | undefined
}

/** What holds of every question about the days of one site. */
export const questionRules: readonly InputRule<OrgContext, FilteredQuestion>[] = [
  rangeRule,
  compareRule,
  (_, { filters = [] }) => assertFilterSize(filters),
  async (ctx, input) => understandFilters(await siteOf(ctx, input), input.filters ?? []),
]

/** What holds of metrics by dimensions besides; `metricsOf` answers those of a query, be it that it names none. */
const groupRulesBy = (metricsOf: MetricsOf): readonly InputRule<OrgContext, Grouped>[] => [
  (_, { dimensions = [] }) => grainOf(dimensions),
  (_, { metrics = [], dimensions = [] }) => assertLegal(metrics, dimensions, []),
  (_, { metrics = [], dimensions = [], filters = [] }) => assertLegal(metrics, dimensions, filters),
  (_, { having = [], dimensions = [], filters = [] }) =>
    assertGroups({ having, dimensions, filters }),
  async (ctx, input) =>
    grainOf(input.dimensions ?? []) === 'hour' &&
    assertHours(await siteRange(await siteOf(ctx, input), input, ctx.app.now())),
  (_, { orderBy, dimensions = [], metrics, filters = [] }) =>
    assertOrder(orderBy, metricsOf({ metrics, dimensions, filters }), dimensions),
]

/** The rules of groups, for an export whose rows may be others. */
export const exportedGroupRules = groupRulesBy(countedMetrics).map(
  (rule): InputRule<OrgContext, Grouped & { rows: string }> =>
    (ctx, input) =>
      input.rows === 'query' ? rule(ctx, input) : undefined,
)

/** The rules of a query: of its days and filters, and of its groups. */
export const queryRulesBy = (metricsOf: MetricsOf): readonly InputRule<OrgContext, Grouped>[] => [
  ...questionRules,
  ...groupRulesBy(metricsOf),
]

export const queryRules = queryRulesBy(countedMetrics)

import type { InputRule } from '../../kernel/door/every-refusal.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { type RangeInput, siteRange } from '../../kernel/reads/range.ts'
import {
  compareRule,
  isAboutSeveral,
  type OfSite,
  rangeRule,
  siteOf,
} from '../../kernel/reads/site-rules.ts'
import { assertFilterSize, assertLegal } from './legality.ts'
import { assertHours } from './buckets.ts'
import type { DimensionId } from './dimensions.ts'
import type { MetricId } from './metrics.ts'
import { assertBounds, assertGroups, assertOrder, countedMetrics, grainOf } from './plan-query.ts'
import type { AnalyticsQuery } from './query.ts'
import { readOrder } from './read-order.ts'
import { bySite, ofOneSite, SITE, type SitesDimensionId } from './sites-plan.ts'
import { understandFilters } from './understand-filters.ts'

export interface FilteredQuestion extends OfSite, RangeInput {
  filters?: AnalyticsQuery['filters']
  compare?: string
}

type MetricsOf = typeof countedMetrics

/** Returns the dimensions without site, by which each site is queried. */
const own = (dimensions: readonly SitesDimensionId[] = []): DimensionId[] => ofOneSite(dimensions)

interface Grouped extends FilteredQuestion {
  metrics?: readonly MetricId[] | undefined
  dimensions?: readonly SitesDimensionId[]
  having?: AnalyticsQuery['having']
  orderBy?: string | undefined
}

/** What holds of every question about the days of one site. */
export const questionRules: readonly InputRule<OrgContext, FilteredQuestion>[] = [
  rangeRule,
  compareRule,
  (_, { filters = [] }) => assertFilterSize(filters),
  async (ctx, input) =>
    understandFilters(await siteOf(ctx, input), input.filters ?? [], {
      isOneOfSeveral: await isAboutSeveral(ctx, input),
    }),
]

/** What holds of metrics by dimensions besides; `metricsOf` answers those of a query, be it that it names none. */
const groupRulesBy = (metricsOf: MetricsOf): readonly InputRule<OrgContext, Grouped>[] => [
  (_, { dimensions }) => grainOf(own(dimensions)),
  (_, { metrics = [], dimensions }) => assertLegal(metrics, own(dimensions), []),
  (_, { metrics = [], dimensions, filters = [] }) => assertLegal(metrics, own(dimensions), filters),
  (_, { having = [], dimensions = [], filters = [] }) =>
    (bySite({ dimensions }) ? assertBounds : assertGroups)({
      having,
      dimensions: own(dimensions),
      filters,
    }),
  async (ctx, input) =>
    grainOf(own(input.dimensions)) === 'hour' &&
    assertHours(await siteRange(await siteOf(ctx, input), input, ctx.app.now())),
  (_, { orderBy, dimensions, metrics, filters = [] }) =>
    (orderBy !== undefined && readOrder(orderBy, []).name === SITE) ||
    assertOrder(
      orderBy,
      metricsOf({ metrics, dimensions: own(dimensions), filters }),
      own(dimensions),
    ),
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

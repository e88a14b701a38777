import { type FactCondition, flattenFilters } from '../../../db/facts/fact-query.ts'
import { assertMaySee } from '../../kernel/door/access.ts'
import type { InputRule } from '../../kernel/door/every-refusal.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import type { OrgPrincipal } from '../../kernel/door/principal.ts'
import { type RangeInput, siteRange } from '../../kernel/reads/range.ts'
import {
  compareRule,
  isAboutSeveral,
  type OfSite,
  rangeRule,
  siteOf,
} from '../../kernel/reads/site-rules.ts'
import { assertFilterSize, assertLegal, isCheckMetric, isOfCheckAlone } from './legality.ts'
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

/** Returns the dimensions without `site`, since each site is queried by itself. */
const own = (dimensions: readonly SitesDimensionId[] = []): DimensionId[] => ofOneSite(dimensions)

interface Grouped extends FilteredQuestion {
  metrics?: readonly MetricId[] | undefined
  dimensions?: readonly SitesDimensionId[] | undefined
  having?: AnalyticsQuery['having']
  orderBy?: string | undefined
}

/** The rules of every question about the days of one site. */
export const questionRules: readonly InputRule<OrgContext, FilteredQuestion>[] = [
  rangeRule,
  compareRule,
  (_, { filters = [] }) => assertFilterSize(filters),
  async (ctx, input) =>
    understandFilters(await siteOf(ctx, input), input.filters ?? [], {
      isOneOfSeveral: await isAboutSeveral(ctx, input),
    }),
]

/** The fields of a query that show whether it counts events or answers of engines. */
interface Counted {
  metrics?: readonly MetricId[] | undefined
  dimensions?: readonly SitesDimensionId[] | undefined
  filters?: readonly FactCondition[] | undefined
  having?: AnalyticsQuery['having'] | undefined
}

/**
 * Throws INSUFFICIENT_SCOPE where a query about answers of engines comes from a caller who may not read citations. A
 * query that names no metric may be about answers by its dimensions.
 */
export function assertMayCount(principal: OrgPrincipal, asked: Counted): void {
  const { metrics = [], having = [], dimensions = [], filters = [] } = asked
  const named = [...metrics, ...having.map(({ metric }) => metric)]
  const used = [...own(dimensions), ...flattenFilters(filters).map((one) => one.dimension)]
  if (named.some(isCheckMetric) || used.some(isOfCheckAlone)) {
    assertMaySee(principal, 'citations:read')
  }
}

/**
 * Returns the rules of metrics by dimensions. `metricsOf` returns the metrics of a query, with the defaults if it names
 * none.
 */
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

/** The rules of groups for an export, which apply only if its rows are groups. */
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

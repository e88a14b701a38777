import { type FactDimension, isPerSite } from '../../../db/facts/dimensions.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import type { SiteHead } from '../../kernel/names/meant-sites.ts'
import { DIMENSION_IDS, type DimensionId, isTime } from './dimensions.ts'
import { addsUpOverSites } from './metric-value.ts'
import type { MetricId } from './metrics.ts'
import { assertBounds, assertGroups, assertOrder, countedMetrics, grainOf } from './plan-query.ts'
import type { AnalyticsQuery } from './query.ts'
import { readOrder } from './read-order.ts'

/** The name of the dimension by which questions about several sites compare sites. */
export const SITE = 'site'
export const SITES_DIMENSION_IDS = [...DIMENSION_IDS, SITE] as const
export type SitesDimensionId = DimensionId | typeof SITE

/** A query about several sites. */
export interface SitesQuery extends Omit<AnalyticsQuery, 'dimensions'> {
  dimensions: readonly SitesDimensionId[]
}

export const ofOneSite = <T extends SitesDimensionId>(
  dimensions: readonly T[],
): Exclude<T, typeof SITE>[] =>
  dimensions.filter((one): one is Exclude<T, typeof SITE> => one !== SITE)

/** True where a question names the dimension site, so that its rows compare sites. */
export const bySite = ({ dimensions }: { dimensions?: readonly string[] | undefined }): boolean =>
  dimensions?.includes(SITE) === true

export type SitesOrder = { direction: 'asc' | 'desc' } & (
  { by: 'time' | 'site' } | { by: 'label'; index: number } | { by: 'metric'; metric: MetricId }
)

/** The plan of a query about several sites: what each site is asked, and how the rows of sites are joined. */
export interface SitesPlan {
  /** The query that each site is asked by itself. */
  query: AnalyticsQuery
  /** The dimensions of the answer, in their order. */
  dimensions: readonly SitesDimensionId[]
  /** True where each row is of one site; else rows of the same labels are added up. */
  isBySite: boolean
  order: SitesOrder
  metrics: readonly MetricId[]
  /** The bounds that are checked after sites were added up; bounds of groups of one site are in `query`. */
  having: AnalyticsQuery['having']
  /** The number of rows of the answer that are wanted, from the first row on. */
  wanted: number
}

/** The most groups that are read of one site to be added up with those of others. */
export const MAX_SUMMED = 1_000

/**
 * Plans a query about sites. Rows are of one site each, and never added up, where they are by a value that has a
 * meaning within one site alone, such as a page or a topic, where a grouped metric counts readers, who are known by
 * site alone, and where hours of sites in several time zones are asked for.
 */
export function planSites(
  asked: SitesQuery,
  heads: readonly SiteHead[],
  wanted: number,
): SitesPlan {
  const own = ofOneSite(asked.dimensions)
  assertDistinct(asked.dimensions)
  if (asked.dimensions.length === 0) assertGroups({ ...asked, dimensions: [] })
  assertBounds({ ...asked, dimensions: own })
  const isNamed = bySite(asked)
  const isBySite = isNamed || isKnownBySite(asked, own, heads)
  const dimensions: readonly SitesDimensionId[] =
    isBySite && !isNamed ? [SITE, ...asked.dimensions] : asked.dimensions
  const counted = countedMetrics({ ...asked, dimensions: own })
  const metrics = isBySite || asked.metrics ? counted : counted.filter(addsUpOverSites)
  const order = orderOf(asked, metrics, own)
  const areBoundsRead = isBySite && own.length > 0
  const query: AnalyticsQuery = {
    ...asked,
    cursor: undefined,
    metrics: [...metrics],
    dimensions: own,
    // Bounds of sums are kept by the sums.
    having: areBoundsRead ? asked.having : [],
    orderBy: order.by === 'site' ? undefined : asked.orderBy,
    fill: 'none',
    limit: isBySite ? wanted : MAX_SUMMED,
  }
  const having = areBoundsRead ? [] : asked.having
  return { query, dimensions, isBySite, order, metrics, having, wanted }
}

/** True for groups that are not added up over sites, though the question does not name the dimension site. */
function isKnownBySite(
  { metrics = [], having }: SitesQuery,
  own: readonly DimensionId[],
  heads: readonly SiteHead[],
): boolean {
  if (own.some((one) => !isTime(one) && isOfOneSite(one))) return true
  if (grainOf(own) === 'hour' && new Set(heads.map(({ zone }) => zone)).size > 1) return true
  const counted = [...metrics, ...having.map(({ metric }) => metric)]
  return own.length > 0 && !counted.every(addsUpOverSites)
}

/** True for a dimension whose values have a meaning within one site alone. */
export const isOfOneSite = (dimension: FactDimension): boolean =>
  isPerSite(dimension) && !SHARED_FACETS.has(dimension)

/** The facets whose values are words that all sites share, so that they are added up over sites. */
const SHARED_FACETS: ReadonlySet<FactDimension> = new Set(['language', 'method', 'promptKind'])

function assertDistinct(dimensions: readonly SitesDimensionId[]): void {
  if (new Set(dimensions).size === dimensions.length) return
  throw invalidField('dimensions', 'duplicate', 'Name each dimension once, and time at most once')
}

function orderOf(
  { orderBy, dimensions }: Pick<SitesQuery, 'orderBy' | 'dimensions'>,
  metrics: readonly MetricId[],
  own: readonly DimensionId[],
): SitesOrder {
  const [first = 'impressions'] = metrics
  const grain = grainOf(own)
  if (orderBy === undefined) {
    return grain
      ? { by: 'time', direction: 'asc' }
      : { by: 'metric', metric: first, direction: 'desc' }
  }
  const { metric, name, direction } = readOrder(orderBy, metrics)
  if (metric) return { by: 'metric', metric, direction }
  if (name === SITE && dimensions.includes(SITE)) return { by: 'site', direction }
  assertOrder(orderBy, metrics, own)
  const others = own.filter((one) => !isTime(one))
  const index = others.findIndex((one) => one === name)
  return index >= 0 ? { by: 'label', index, direction } : { by: 'time', direction }
}

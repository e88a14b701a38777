import type { Given } from '../../../../../examples/client/citable.ts'
import type { ApiSchemas } from '../../../../../examples/client/types/index.ts'
import { usePlace } from '../../../router.ts'

type Query = NonNullable<NonNullable<Given<'GET /analytics/{siteId}/drivers'>[0]>['query']>
export type Filter = NonNullable<Query['filters']>[number]
export type AskedMetric = Query['metrics'][number]
export type AskedDimension = NonNullable<Query['dimensions']>[number]
export type Numbers = ApiSchemas['AnalyticsResult']

/** The metrics that are shown as numbers above the chart. */
export const FIGURES = [
  'ai_clicks',
  'ai_referrals',
  'visitors',
  'questions',
  'ai_ctr',
  'return_rate',
] as const satisfies readonly AskedMetric[]

/** The dimensions by which a number can be broken down. */
export const BY = [
  'path',
  'engine',
  'referrer',
  'topic',
  'country',
  'device',
  'hourOfDay',
] as const satisfies readonly AskedDimension[]

export const RANGES = ['7d', 'last_week', '28d', 'last_month', '90d', '12mo', 'all'] as const
export const COMPARED = ['previous_period', 'previous_year', 'none'] as const
export const FILTER_OPS = ['is', 'is_not', 'contains', 'starts_with'] as const

/** The choices in the address of an overview; as they are in the address, they can be kept, sent and gone back to. */
export interface AskedNumbers {
  range: string
  compare: string
  filters: Filter[]
  metric: (typeof FIGURES)[number]
  by: (typeof BY)[number]
  /** True where up to 100 rows are asked for, and not the first few. */
  isLong: boolean
  /** True where the filter in the address cannot be read, such as one that was cut off. */
  unread: boolean
}

export function useAsked(): AskedNumbers {
  const { query } = usePlace()
  const filters = readFilters(query.get('filters'))
  return {
    range: query.get('range') ?? '28d',
    compare: query.get('compare') ?? 'previous_period',
    filters: filters ?? [],
    metric: FIGURES.find((id) => id === query.get('metric')) ?? 'ai_clicks',
    by: BY.find((id) => id === query.get('by')) ?? 'path',
    isLong: query.get('rows') === 'all',
    unread: filters === undefined,
  }
}

/**
 * Reads the filters of an address; empty where it has none, undefined where the text is no list of filters. The server
 * checks their values.
 */
function readFilters(text: string | null): Filter[] | undefined {
  if (text === null) return []
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) && read.every(isFilter) ? read : undefined
  } catch {
    return undefined
  }
}

const isFilter = (one: unknown): one is Filter =>
  typeof one === 'object' &&
  one !== null &&
  'dimension' in one &&
  typeof one.dimension === 'string' &&
  'values' in one &&
  Array.isArray(one.values)

/** Returns the part of the query that the routes of numbers have in common. */
export const commonQuery = ({ range, compare, filters }: AskedNumbers) => ({
  range,
  compare,
  ...(filters.length > 0 && { filters }),
})

/**
 * Returns the metric that is broken down by a dimension: the nearest one to the chosen, where the dimension does not
 * have that one.
 */
export function metricBy(metric: AskedMetric, by: AskedDimension): AskedMetric {
  if (by === 'topic') return metric === 'visitors' ? metric : 'questions'
  return metric === 'return_rate' && by !== 'engine' ? 'visitors' : metric
}

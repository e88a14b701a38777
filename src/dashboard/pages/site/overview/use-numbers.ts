import { useData } from '../../../use-data.ts'
import {
  commonQuery,
  metricBy,
  type AskedNumbers,
  type AskedDimension,
  type AskedMetric,
} from './asked.ts'

export const FEW_ROWS = 6
const MANY_ROWS = 100
export const CAUSES = 5

/**
 * Returns the dimensions by which a change of a metric is explained. The rate of returning readers is known by engine
 * alone.
 */
export const causesBy = (metric: AskedMetric): AskedDimension[] =>
  metric === 'return_rate' ? ['engine'] : ['engine', 'path']

/** Reads everything that the overview shows of a site, by the choices in the address. */
export function useNumbers(siteId: string, asked: AskedNumbers) {
  const query = commonQuery(asked)
  const { metric, by, compare, isLong } = asked
  const path = { siteId }
  return {
    site: useData('GET /sites/{id}', { path: { id: siteId } }),
    overview: useData('GET /analytics/{siteId}/overview', { path, query }),
    series: useData('GET /analytics/{siteId}/timeseries', {
      path,
      query: { ...query, metrics: [metric] },
    }),
    drivers: useData(compare === 'none' ? undefined : 'GET /analytics/{siteId}/drivers', {
      path,
      query: { ...query, metrics: [metric], dimensions: causesBy(metric), limit: CAUSES },
    }),
    values: useData('GET /analytics/{siteId}/breakdown', {
      path,
      query: {
        ...query,
        metrics: [metricBy(metric, by)],
        dimensions: [by],
        limit: isLong ? MANY_ROWS : FEW_ROWS,
      },
    }),
  }
}

import { AnalyticsFilters, AnalyticsQuery, Compare } from './query.ts'
import { PathId } from '../../kernel/inputs.ts'

const { range, from, to, filters } = AnalyticsQuery.shape

/** Fields of the routes that ask about one site, beside the period before unless another one is named. */
export const siteQuestion = {
  siteId: PathId,
  range,
  from,
  to,
  compare: Compare.default('previous_period'),
  filters,
}

/** The same, where all filters must hold. */
export const plainSiteQuestion = { ...siteQuestion, filters: AnalyticsFilters }

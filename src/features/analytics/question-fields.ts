import { Range } from '../../kernel/reads/range.ts'
import { AnalyticsFilters, AnalyticsQuery, Compare } from './query.ts'

const { range, from, to, filters } = AnalyticsQuery.shape

/** The days of a question: a tool names two of them as one range, a route has them apart, as forms send them. */
const days = { range: { route: range, tool: Range }, from: { route: from }, to: { route: to } }

/** Fields of a question about one site, which is compared with the period before unless another one is named. */
export const questionFields = {
  ...days,
  compare: Compare.default('previous_period'),
  // Alternatives would lengthen the schema of each tool; `query` has them.
  filters: { route: filters, tool: AnalyticsFilters },
}

/** The same, where no face has alternatives. */
export const plainFields = { ...questionFields, filters: AnalyticsFilters }

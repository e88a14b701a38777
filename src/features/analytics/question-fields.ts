import { Range } from '../../kernel/reads/range.ts'
import { AnalyticsFilters, AnalyticsQuery, Compare } from './query.ts'

const { range, from, to, filters } = AnalyticsQuery.shape

/** The days of a question: a tool names two of them as one range, a route has them apart, as forms send them. */
const days = { range: { route: range, tool: Range }, from: { route: from }, to: { route: to } }

/** The fields of a question about one site; `compare` is the period before, unless another range is named. */
export const questionFields = {
  ...days,
  compare: Compare.default('previous_period'),
  // Alternatives would lengthen the schema of each tool; `query` has them.
  filters: { route: filters, tool: AnalyticsFilters },
}

/** The fields of a question as `questionFields` has them, with filters without alternatives for routes, too. */
export const plainFields = { ...questionFields, filters: AnalyticsFilters }

import { Range } from '../../kernel/range.ts'
import { AnalyticsFilters, AnalyticsQuery, Compare } from './query.ts'

const { range, from, to, filters } = AnalyticsQuery.shape

/** What every question about one site takes on both faces: the range that it is compared with. */
export const questionFields = { compare: Compare.default('previous_period') }

/**
 * The days and filters of a question. A tool names two days as one range, where a route has them apart, as forms send
 * them; and its filters must all hold, since alternatives would lengthen the schema of each tool (`query` has them).
 */
export const questionFaces = {
  route: { range, from, to, filters },
  tool: { range: Range, filters: AnalyticsFilters },
}

/** The same, where no face has alternatives. */
export const plainFaces = {
  route: { ...questionFaces.route, filters: AnalyticsFilters },
  tool: questionFaces.tool,
}

import { fetchReport } from './fetch-report.ts'
import { getAiAnalytics } from './get-ai-analytics.ts'
import { getBreakdown } from './get-breakdown.ts'
import { getOverview } from './get-overview.ts'
import { getTimeseries } from './get-timeseries.ts'

export { fetchReport, getBreakdown, getOverview, getTimeseries }

export const analyticsOperations = [
  getAiAnalytics,
  getOverview,
  getTimeseries,
  getBreakdown,
  fetchReport,
]

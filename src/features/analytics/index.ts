import { ChangeSubject, nameChange } from './change-subject.ts'
import { comparePeriods } from './compare-periods.ts'
import { completeEngines, completeMetrics } from './complete-words.ts'
import { describeData } from './describe-data.ts'
import { exportAnalytics } from './export-analytics.ts'
import { fetchReport } from './fetch-report.ts'
import { getBreakdown } from './get-breakdown.ts'
import { getOverview } from './get-overview.ts'
import { getTimeseries } from './get-timeseries.ts'
import { linkDownload } from './link-download.ts'
import { linkExport } from './link-export.ts'
import { linkQuestions } from './link-questions.ts'
import { openExport } from './open-export.ts'
import { metricsText } from './metrics-text.ts'
import { pageReport, siteReport } from './report-resources.ts'
import { runAnalyticsQuery } from './run-analytics-query.ts'
import { getFunnel } from './run-funnel.ts'

export {
  ChangeSubject,
  comparePeriods,
  completeEngines,
  completeMetrics,
  describeData,
  fetchReport,
  getBreakdown,
  getFunnel,
  getOverview,
  getTimeseries,
  linkDownload,
  linkExport,
  linkQuestions,
  metricsText,
  nameChange,
  pageReport,
  runAnalyticsQuery,
  siteReport,
}

export const analyticsOperations = [
  exportAnalytics,
  getOverview,
  getTimeseries,
  getBreakdown,
  comparePeriods,
  getFunnel,
  runAnalyticsQuery,
  describeData,
  linkExport,
  linkQuestions,
  linkDownload,
  openExport,
  fetchReport,
  siteReport,
  pageReport,
  nameChange,
  completeMetrics,
  completeEngines,
]

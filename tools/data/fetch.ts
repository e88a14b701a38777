import { fetchReport } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const fetchReportTool = defineTool({
  name: 'fetch',
  title: 'Fetch',
  description: 'The last 28 days of a site, page or topic as a short report.',
  operation: fetchReport,
  form: 'document',
})

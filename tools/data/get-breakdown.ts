import { getBreakdown } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'
import { CHART_URI } from '../resources/chart.ts'

export const getBreakdownTool = defineTool({
  name: 'get_breakdown',
  title: 'Top lists',
  description:
    'Visitors, clicks … by page, chatbot (engine), country, language, device (mobile, desktop), source (referrer), day of the week or time of day: most popular or busiest, where they come from. For why, use compare_periods.',
  operation: getBreakdown,
  form: 'table',
  app: CHART_URI,
})

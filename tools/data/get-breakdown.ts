import { getBreakdown } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'
import { CHART_URI } from '../resources/chart.ts'

export const getBreakdownTool = defineTool({
  name: 'get_breakdown',
  title: 'Top lists',
  description:
    'Visits, clicks … by page, chatbot (ChatGPT), country, language, device (mobile, desktop), source, prompt type, weekday or time of day: the best, most popular, busiest, where people come from. For why: compare_periods.',
  operation: getBreakdown,
  form: 'table',
  app: CHART_URI,
})

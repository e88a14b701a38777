import { getBreakdown } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const getBreakdownTool = defineTool({
  name: 'get_breakdown',
  title: 'Top lists',
  description:
    'Visitors, clicks … by page, chatbot (engine), country, language, device (mobile, desktop), source (referrer), weekday or time of day: the most popular, the busiest, where readers come from. For why, use compare_periods.',
  operation: getBreakdown,
  form: 'table',
})

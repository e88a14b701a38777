import { getBreakdown } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'
import { CHART_URI } from '../resources/chart.ts'

export const getBreakdownTool = defineTool({
  name: 'get_breakdown',
  title: 'Breakdown',
  description:
    'Metrics by one or two dimensions, such as path, engine, referrer, country. Use it for top pages and engines. For why something changed, use compare_periods.',
  operation: getBreakdown,
  form: 'table',
  app: CHART_URI,
})

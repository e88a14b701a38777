import { getOverview } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'
import { CHART_URI } from '../resources/chart.ts'

export const getOverviewTool = defineTool({
  name: 'get_overview',
  title: 'Overview',
  description:
    'Every metric of a site with the change against the period before. Use it first to see how a site does with AI.',
  operation: getOverview,
  form: 'table',
  app: CHART_URI,
})

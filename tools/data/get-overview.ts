import { getOverview } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'
import { CHART_URI } from '../resources/chart.ts'

export const getOverviewTool = defineTool({
  name: 'get_overview',
  title: 'Summary',
  description:
    'How a site is doing: visitors, visits (people), clicks, questions, rates, traffic and its share from AI, the key numbers (stats) of a period in one report, each with the change. Use it first, and for how many in total.',
  operation: getOverview,
  form: 'table',
  app: CHART_URI,
})

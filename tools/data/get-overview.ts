import { getOverview } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const getOverviewTool = defineTool({
  name: 'get_overview',
  title: 'Summary',
  description:
    'How a site performs: how many visitors (people), clicks and questions, traffic and its share from AI, rates: the key numbers (stats) in one report, each with the change. Use it first, and for one total.',
  operation: getOverview,
  form: 'table',
})

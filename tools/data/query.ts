import { runAnalyticsQuery } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const queryTool = defineTool({
  name: 'query',
  title: 'Custom table',
  description:
    'Metrics by up to three dimensions at once, with OR filters and having (over, under). describe_data has the words.',
  operation: runAnalyticsQuery,
  form: 'table',
})

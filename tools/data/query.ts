import { runAnalyticsQuery } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const queryTool = defineTool({
  name: 'query',
  title: 'Query',
  description:
    'A table of metrics by up to three dimensions, with OR filters and having (over, under). describe_data has the words.',
  operation: runAnalyticsQuery,
  form: 'table',
})

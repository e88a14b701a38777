import { runAnalyticsQuery } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const queryTool = defineTool({
  name: 'query',
  title: 'Query',
  description:
    'Any metrics by up to three dimensions, with OR filters and having, for what no other tool says; describe_data lists the words.',
  operation: runAnalyticsQuery,
  form: 'table',
})

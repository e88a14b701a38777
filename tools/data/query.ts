import { runAnalyticsQuery } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const queryTool = defineTool({
  name: 'query',
  title: 'Query',
  description:
    'A table of several metrics by up to three dimensions at once, such as page and engine, with OR filters and having (over, under, at least). describe_data has the words.',
  operation: runAnalyticsQuery,
  form: 'table',
})

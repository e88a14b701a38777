import { describeData } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const describeDataTool = defineTool({
  name: 'describe_data',
  title: 'Describe data',
  description:
    'What a site has and what can be asked: first and last day, every metric and dimension with its meaning and what goes together. Use it before query.',
  operation: describeData,
  form: 'table',
})

import { describeData } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const describeDataTool = defineTool({
  name: 'describe_data',
  title: 'Definitions',
  description:
    'What each metric (such as visitors or click rate) and dimension means, how it is counted or decided, what can be measured together, what data there is and since when. Use it before query.',
  operation: describeData,
  form: 'table',
})

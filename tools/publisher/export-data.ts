import { linkQuestions } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const exportQuestionsTool = defineTool({
  name: 'export_data',
  title: 'Download',
  description:
    'A link to a file of readers’ questions, CSV (spreadsheet, Excel) or NDJSON (JSON), that opens without a key for 15 minutes. Use it for many.',
  operation: linkQuestions,
  form: 'link',
})

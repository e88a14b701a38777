import { linkExport } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const exportDataTool = defineTool({
  name: 'export_data',
  title: 'Download',
  description:
    'A link to a file of any query or of raw events, CSV (spreadsheet, Excel) or NDJSON (JSON), that opens without a key for 15 minutes. Use it to export numbers, or more rows than an answer holds.',
  operation: linkExport,
  form: 'link',
})

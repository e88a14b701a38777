import { linkExport } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const exportDataTool = defineTool({
  name: 'export_data',
  title: 'Export',
  description:
    'A link to a CSV or NDJSON file of any query, or of single events, that opens without a key for 15 minutes. Use it for more rows than an answer holds.',
  operation: linkExport,
  form: 'link',
})

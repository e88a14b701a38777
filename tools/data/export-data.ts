import { linkExport } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const exportDataTool = defineTool({
  name: 'export_data',
  title: 'Export',
  description:
    'A link to a CSV or NDJSON file of any query, or of single events. Use it for more rows than an answer holds; the same key fetches it.',
  operation: linkExport,
  form: 'link',
})

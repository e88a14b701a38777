import { getBreakdown } from '../../src/features/analytics/index.ts'
import { defineTool } from '../../src/mcp/tool.ts'

export const getBreakdownTool = defineTool({
  name: 'get_breakdown',
  title: 'Breakdown',
  description:
    'Metrics by path, engine, referrer, country or device. Use it for top pages and engines, and for where a change comes from.',
  operation: getBreakdown,
  form: 'table',
})

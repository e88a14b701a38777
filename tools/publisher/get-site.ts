import { describeSite } from '../../src/features/sites/index.ts'
import { defineTool } from '../../src/mcp/tool.ts'

export const getSiteTool = defineTool({
  name: 'get_site',
  title: 'One site',
  description:
    'Configuration, install status, pages, last scan and first and last event of one site.',
  operation: describeSite,
  form: 'table',
})

import { listSitesTable } from '../../src/features/sites/index.ts'
import { defineTool } from '../../src/mcp/tool.ts'

export const listSitesTool = defineTool({
  name: 'list_sites',
  title: 'Sites',
  description:
    'List your sites with id, domain, install status and page count. Call it first to find a site.',
  operation: listSitesTable,
  form: 'table',
})

import { listSitesTable } from '../../src/features/sites/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const listSitesTool = defineTool({
  name: 'list_sites',
  title: 'Sites',
  description:
    'List your sites with id, domain, install status, page count and state of the last scan. Call it first to find a site.',
  operation: listSitesTable,
  form: 'table',
})

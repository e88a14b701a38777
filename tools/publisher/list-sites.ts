import { listSitesTable } from '../../src/features/sites/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const listSitesTool = defineTool({
  name: 'list_sites',
  title: 'Sites',
  description:
    'Your sites with name, domain and time zone, install status, page count and state of the last scan. Use it to find a site.',
  operation: listSitesTable,
  form: 'table',
})

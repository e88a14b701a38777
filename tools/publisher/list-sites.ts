import { listSitesTable } from '../../src/features/sites/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const listSitesTool = defineTool({
  name: 'list_sites',
  title: 'Sites',
  description:
    'Your sites (websites, blogs, domains) with name, time zone, install status, pages and state of the last scan. Use it to see which there are.',
  operation: listSitesTable,
  form: 'table',
})

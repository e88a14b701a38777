import { listSitesTable } from '../../src/features/sites/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const listSitesWithDataTool = defineTool({
  name: 'list_sites',
  title: 'Sites',
  description:
    'Your sites (websites) with name, domain and time zone. Use it to see which site to ask about, where you have several.',
  operation: listSitesTable,
  form: 'table',
})

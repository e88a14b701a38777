import { listPages } from '../../src/features/pages/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const listPagesTool = defineTool({
  name: 'list_pages',
  title: 'Pages',
  description:
    'List pages of a site with the questions of the last 28 days. Use query to find pages by title or path.',
  operation: listPages,
  form: 'table',
})

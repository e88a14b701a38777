import { listPages } from '../../src/features/pages/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const listPagesTool = defineTool({
  name: 'list_pages',
  title: 'Pages',
  description:
    'Pages with title, state, AI score, prompt and questions. Use it to list those that score low, are excluded, redirected or broken (error), that AI cannot quote, or that lack a prompt, description or structured data.',
  operation: listPages,
  form: 'table',
})

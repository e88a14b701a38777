import { fetchContent } from '../../src/features/search/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const fetchContentTool = defineTool({
  name: 'fetch',
  title: 'Read in full',
  description:
    'Open a page, site, prompt, rule, topic or question: its content in full, details, problems and how to fix them, the address to cite. A long one comes in parts: metadata.next is the id of the next.',
  operation: fetchContent,
  form: 'document',
})

import { fetchContent } from '../../src/features/search/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const fetchContentTool = defineTool({
  name: 'fetch',
  title: 'Fetch',
  description:
    'One site, page, prompt, rule, topic or question in full, with the address to cite. A long one comes in parts: metadata.next is the id of the next.',
  operation: fetchContent,
  form: 'document',
})

import { fetchContent } from '../../src/features/search/index.ts'
import { defineTool } from '../../src/mcp/tool.ts'

export const fetchTool = defineTool({
  name: 'fetch',
  title: 'Fetch',
  description: 'One search result in full, with the page’s own address to cite.',
  operation: fetchContent,
  form: 'document',
})

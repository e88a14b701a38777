import { searchContent } from '../../src/features/search/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const searchContentTool = defineTool({
  name: 'search',
  title: 'Search',
  description:
    'Find sites, pages, topics and readers’ questions by words. Pass a result’s id to fetch.',
  operation: searchContent,
  form: 'document',
})

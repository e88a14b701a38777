import { searchContent } from '../../src/features/search/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const searchContentTool = defineTool({
  name: 'search',
  title: 'Search',
  description:
    'Find pages, articles, sites, topics and readers’ questions that mention some words: what a site says about a subject, as a source to quote. Pass a result’s id to fetch to read it.',
  operation: searchContent,
  form: 'document',
})

import { searchSubjects } from '../../src/features/search/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const searchSubjectsTool = defineTool({
  name: 'search',
  title: 'Search',
  description:
    'Find sites, pages and topics by words. Pass a result’s id to fetch for its numbers.',
  operation: searchSubjects,
  form: 'document',
})

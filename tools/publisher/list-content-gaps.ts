import { listContentGaps } from '../../src/features/search/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const listContentGapsTool = defineTool({
  name: 'list_content_gaps',
  title: 'Unanswered questions',
  description:
    'Questions that no page answers or covers, most asked first, with the nearest passage and the words missing there. Use it for ideas what content to write or add next, and where it falls short.',
  operation: listContentGaps,
  form: 'table',
})

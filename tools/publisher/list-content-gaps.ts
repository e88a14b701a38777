import { listContentGaps } from '../../src/features/search/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const listContentGapsTool = defineTool({
  name: 'list_content_gaps',
  title: 'Content gaps',
  description:
    'Questions that no page answers, most asked first, with the nearest passage and the words it lacks. Use it to find what to write.',
  operation: listContentGaps,
  form: 'table',
})

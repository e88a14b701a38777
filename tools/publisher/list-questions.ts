import { listQuestions } from '../../src/features/questions/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const listQuestionsTool = defineTool({
  name: 'list_questions',
  title: 'Readers’ questions',
  description:
    'Questions that readers asked an AI about a site, in their words. sort=frequent groups equal ones. Filter by page, engine or words.',
  operation: listQuestions,
  form: 'table',
})

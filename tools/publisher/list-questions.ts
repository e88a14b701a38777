import { listQuestions } from '../../src/features/questions/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const listQuestionsTool = defineTool({
  name: 'list_questions',
  title: 'Readers’ questions',
  description:
    'Questions in the exact words that people asked an AI or typed, latest or most frequent first. Filter by page, chatbot (ChatGPT), period or words. sort=frequent groups equal ones.',
  operation: listQuestions,
  form: 'table',
})

import { listQuestions } from '../../src/features/questions/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const listQuestionsTool = defineTool({
  name: 'list_questions',
  title: 'Readers’ questions',
  description:
    'Questions that people or users asked an AI or typed, word for word, latest or most frequent first. Filter by page, chatbot (ChatGPT), period or words. sort=frequent groups equal ones.',
  operation: listQuestions,
  form: 'table',
})

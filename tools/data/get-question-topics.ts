import { getQuestionTopics } from '../../src/features/topics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const getQuestionTopicsTool = defineTool({
  name: 'get_question_topics',
  title: 'Question topics',
  description:
    'What readers ask about, most asked first, with the change. Use it for content gaps and trends; the questions themselves are on the publisher server.',
  operation: getQuestionTopics,
  form: 'table',
})

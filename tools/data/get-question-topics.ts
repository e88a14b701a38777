import { listTopics } from '../../src/features/topics/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const getQuestionTopicsTool = defineTool({
  name: 'get_question_topics',
  title: 'Question topics',
  description:
    'Topics: the themes and subjects that interest readers, their questions in groups, the commonest first, with the change, and which are new, growing or trending. The words of questions are on the publisher server.',
  operation: listTopics,
  form: 'table',
})

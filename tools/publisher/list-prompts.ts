import { listPromptsTable } from '../../src/features/prompts/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const listPromptsTool = defineTool({
  name: 'list_prompts',
  title: 'Prompts',
  description:
    'Prompts of pages: state, kinds and the words of the first kind, or of the one you ask for. state=needs_review wait for a person. fetch prompt:<page> has all kinds, questions and findings of one.',
  operation: listPromptsTable,
  form: 'table',
})

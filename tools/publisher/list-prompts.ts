import { listPromptsTable } from '../../src/features/prompts/index.ts'
import { defineTool } from '../../src/mcp/tool.ts'

export const listPromptsTool = defineTool({
  name: 'list_prompts',
  title: 'Prompts',
  description:
    'Prompts that pages offer their readers: state, kinds and the words of the first one. Filter by state=needs_review for those that wait for a person.',
  operation: listPromptsTable,
  form: 'table',
})

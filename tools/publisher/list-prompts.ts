import { listPrompts } from '../../src/features/prompts/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const listPromptsTool = defineTool({
  name: 'list_prompts',
  title: 'Prompts',
  description:
    'Prompts of pages: the text that a button sends to ChatGPT and other AIs, its kinds, and whether it is active (live), disabled (off), locked (edited by hand) or needs_review. fetch prompt:<page> has one whole.',
  operation: listPrompts,
  form: 'table',
})

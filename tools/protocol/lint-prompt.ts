import { lintAskPrompt } from '../../src/features/protocol/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const lintPromptTool = defineTool({
  name: 'lint_prompt',
  title: 'Lint a prompt',
  description:
    'Finds manipulation in a prompt for an AI assistant: memory poisoning, “trusted source”, one-sidedness, hidden or encoded text, foreign links. For a whole link call verify_ask_link.',
  operation: lintAskPrompt,
  form: 'table',
})

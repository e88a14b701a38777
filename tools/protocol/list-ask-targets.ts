import { listAskTargets } from '../../src/features/protocol/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const listAskTargetsTool = defineTool({
  name: 'list_ask_targets',
  title: 'Ask targets',
  description:
    'Assistants (ChatGPT, Claude, Gemini …) that a web page may send a prompt to: link template, whether it works, whether it sends at once, URL limit. Their ids go into the other tools.',
  operation: listAskTargets,
  form: 'table',
})

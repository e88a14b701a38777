import { verifyAskLink } from '../../src/features/protocol/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const verifyAskLinkTool = defineTool({
  name: 'verify_ask_link',
  title: 'Verify an Ask link',
  description:
    'What a “Summarize with AI” or other assistant link really asks, whether it is poisoned, and, with the manifest of its source, whether that site publishes it. Fetches nothing.',
  operation: verifyAskLink,
  form: 'table',
})

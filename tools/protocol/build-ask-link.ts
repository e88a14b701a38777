import { buildAskLink } from '../../src/features/protocol/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const buildAskLinkTool = defineTool({
  name: 'build_ask_link',
  title: 'Build an Ask link',
  description:
    'Turns a Cited Ask (prompt template) and a page into the link that opens an assistant with it, or says why not: policy denied, lint error, too long (copy). Show the prompt before opening.',
  operation: buildAskLink,
  form: 'table',
})

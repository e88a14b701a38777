import { getProtocolSchema } from '../../src/features/protocol/index.ts'
import { defineTool } from '../../src/kernel/tool.ts'

export const getSchemaTool = defineTool({
  name: 'get_schema',
  title: 'Get a schema',
  description:
    'JSON Schema of a document of the Ask AI Protocol: manifest (ask-ai.json), cited-ask, policy, targets. Read it before you write one.',
  operation: getProtocolSchema,
  form: 'table',
})

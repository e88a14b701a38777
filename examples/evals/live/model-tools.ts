import { toolSchema } from '../../../src/mcp/json-schema.ts'
import { ASKED_SERVERS, servedTools } from '../catalogue.ts'

interface ModelTool {
  /** Server and tool with `__` between them, since two servers share names. */
  name: string
  description: string
  schema: unknown
}

/** Every tool of the catalogue, as a client of both servers shows it to its model. */
export const MODEL_TOOLS: readonly ModelTool[] = servedTools.map(({ server, tool }) => ({
  name: `${server}__${tool.name}`,
  description: tool.description,
  schema: toolSchema(tool.face.input, 'input'),
}))

/** Writes the text that a client gives its model before a question. `date` is a local day such as `2026-11-20`. */
export const systemText = (date: string): string =>
  [
    ...ASKED_SERVERS.map(({ name, instructions }) => `${name}: ${instructions}`),
    `Today is ${date}. The user’s sites are Harbour Kayaks and Harbour Journal; a question is about Harbour Kayaks unless it says otherwise.`,
    'Answer with the one tool call that you would make first.',
  ].join('\n\n')

/** Splits the name that a model called. */
export function readCall(name: string, args: unknown) {
  const [server = '', tool = ''] = name.split('__', 2)
  return { server, tool, arguments: args }
}

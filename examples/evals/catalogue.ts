import { toolSchema } from '../../src/mcp/json-schema.ts'
import { separateServers, type Tool } from '../../src/kernel/assistants/server-definition.ts'
import { MCP_SERVERS } from '../../tools/index.ts'

/** A tool, identified by its name: tools that servers share are one, with the texts of both. */
export interface CatalogueTool {
  name: string
  titles: string[]
  descriptions: string[]
  /** Names of arguments, and what is said of them. */
  arguments: string[]
}

export interface ServedTool {
  server: string
  tool: Tool
}

/**
 * The servers that the questions are about: those with an organization's data. The servers that everybody may use
 * answer no such question, and the server that joins others has the same tools once more.
 */
export const ASKED_SERVERS = separateServers(MCP_SERVERS).filter(
  ({ publicLimit }) => publicLimit === undefined,
)

/** The server that has the tools of all of them at one address. */
export const JOINED_SERVERS = MCP_SERVERS.filter(({ joins }) => joins !== undefined)

/** Every tool of these servers. */
export const servedTools: readonly ServedTool[] = ASKED_SERVERS.flatMap(({ name, tools }) =>
  tools.map((tool) => ({ server: name, tool })),
)

/** Lists the tools of servers together by name, in the order of the servers. */
export function readCatalogue(servers = ASKED_SERVERS): CatalogueTool[] {
  const byName = new Map<string, CatalogueTool>()
  for (const tool of servers.flatMap(({ tools }) => tools)) {
    const { name, title, description } = tool
    const known = byName.get(name) ?? { name, titles: [], descriptions: [], arguments: [] }
    known.titles = unique([...known.titles, title])
    known.descriptions.push(description)
    known.arguments = unique([...known.arguments, ...argumentTexts(tool)])
    byName.set(name, known)
  }
  return [...byName.values()]
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

function argumentTexts({ face }: Tool): string[] {
  const { properties } = toolSchema(face.input, 'input')
  // @NOTE the JSON Schema of an object has its properties in an object.
  const fields = Object.entries((properties ?? {}) as Record<string, { description?: string }>)
  return fields.flatMap(([name, { description = '' }]) => [name, description])
}

import { MCP_SERVERS } from '../../tools/index.ts'
import type { ServerDefinition } from '../kernel/assistants/server-definition.ts'

const isKeyed = ({ publicLimit }: ServerDefinition): boolean => publicLimit === undefined

/** The MCP servers that show an organization's data; the others are for everybody, and know no organization. */
export const KEYED_SERVERS: readonly ServerDefinition[] = MCP_SERVERS.filter(isKeyed)

/** All servers, for what is tried with every tool: of a server that joins others, the tools that it alone has. */
export const SERVERS_OF_EACH_TOOL: readonly ServerDefinition[] = MCP_SERVERS.map((server) => {
  const { joins = [] } = server
  const joined = MCP_SERVERS.filter(({ name }) => joins.includes(name)).flatMap(
    ({ tools }) => tools,
  )
  return { ...server, tools: server.tools.filter((tool) => !joined.includes(tool)) }
})

export const KEYED_SERVERS_OF_EACH_TOOL = SERVERS_OF_EACH_TOOL.filter(isKeyed)

import { MCP_SERVERS } from '../../tools/index.ts'
import type { ServerDefinition } from '../kernel/assistants/server-definition.ts'

/** The MCP servers that show an organization's data; the others are for everybody, and know none. */
export const KEYED_SERVERS: readonly ServerDefinition[] = MCP_SERVERS.filter(
  ({ publicLimit }) => publicLimit === undefined,
)

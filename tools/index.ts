import type { ServerDefinition } from '../src/kernel/server-definition.ts'
import { dataServer } from './data/index.ts'
import { protocolServer } from './protocol/index.ts'
import { publisherServer } from './publisher/index.ts'

/** Every MCP server. Endpoints, resource metadata, documentation and the contract tests are derived from this list. */
export const MCP_SERVERS: readonly ServerDefinition[] = [
  publisherServer,
  dataServer,
  protocolServer,
]

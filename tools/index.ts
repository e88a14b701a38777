import type { ServerDefinition } from '../src/kernel/assistants/server-definition.ts'
import { citableServer } from './citable.ts'
import { dataServer } from './data.ts'
import { protocolServer } from './protocol.ts'
import { publisherServer } from './publisher.ts'

/** Every MCP server. Endpoints, resource metadata, documentation and the contract tests are derived from this list. */
export const MCP_SERVERS: readonly ServerDefinition[] = [
  citableServer,
  publisherServer,
  dataServer,
  protocolServer,
]

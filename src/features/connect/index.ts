import type { Operation } from '../../kernel/door/operation.ts'
import type { ServerDefinition } from '../../kernel/assistants/server-definition.ts'
import { getConnection } from './get-connection.ts'

/**
 * Makes the operation that says how to connect to the servers. It is given the servers, since they are built on
 * features.
 */
export const connectOperations = (servers: readonly ServerDefinition[]): Operation[] => [
  getConnection(servers),
]

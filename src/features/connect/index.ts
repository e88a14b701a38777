import type { Operation } from '../../kernel/door/operation.ts'
import type { ServerDefinition } from '../../kernel/assistants/server-definition.ts'
import { getConnection } from './get-connection.ts'

/**
 * Makes the operation that says how clients connect to the given servers. The servers are given by the caller, since
 * they are built on features.
 */
export const connectOperations = (servers: readonly ServerDefinition[]): Operation[] => [
  getConnection(servers),
]

import type { Operation } from '../../kernel/door/operation.ts'
import type { ServerDefinition } from '../../kernel/assistants/server-definition.ts'
import { getConnection } from './get-connection.ts'

/** The operation that tells how to connect to the servers; it is handed them, since they stand on features. */
export const connectOperations = (servers: readonly ServerDefinition[]): Operation[] => [
  getConnection(servers),
]

import type { AddressLimit } from '../../kernel/door/operation.ts'

/** How often one address may ask what is for everybody: work, and no data of anyone. */
export const PROTOCOL_LIMIT: AddressLimit = { name: 'mcp-protocol', requestsPerMinute: 120 }

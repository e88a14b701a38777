/**
 * A commit with durability `disk` survives a power failure; one with `process` survives a crash of the process alone,
 * and a power failure may take it with everything after it.
 */
export type Durability = 'disk' | 'process'

/** Returns the pragma that sets the durability of a connection from its next transaction on. */
export const durabilityPragma = (durability: Durability): string =>
  `synchronous = ${durability === 'disk' ? 'FULL' : 'NORMAL'}`

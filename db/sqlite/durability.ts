/**
 * What a commit has outlived once it is answered: `disk` a power failure, `process` a crash of the process alone, so that
 * a power failure may take it with everything after it.
 */
export type Durability = 'disk' | 'process'

/** For a connection, from its next transaction on. */
export const durabilityPragma = (durability: Durability): string =>
  `synchronous = ${durability === 'disk' ? 'FULL' : 'NORMAL'}`

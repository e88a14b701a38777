import { createRequire } from 'node:module'
import type BetterSqlite3 from 'better-sqlite3'

export type { default as BetterSqlite3 } from 'better-sqlite3'

const NODE_MAJOR = Number.parseInt(process.versions.node, 10)

/**
 * Loads better-sqlite3 for the Node that runs. Its line 12 aborts on Node 24.19 and later when a statement is collected
 * (https://github.com/WiseLibs/better-sqlite3/issues/1515), and line 13 needs Node 22; the two have one interface.
 */
// @NOTE require gives `any`; both packages are the same library with one interface.
export const Sqlite = createRequire(import.meta.url)(
  NODE_MAJOR >= 22 ? 'better-sqlite3-node22' : 'better-sqlite3',
) as typeof BetterSqlite3

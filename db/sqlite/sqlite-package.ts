import { createRequire } from 'node:module'
import type BetterSqlite3 from 'better-sqlite3'

const NODE_MAJOR = Number.parseInt(process.versions.node, 10)

/**
 * The name of the package with better-sqlite3 for the Node that runs. Its line 12 aborts on Node 24.19 and later when a
 * statement is collected (https://github.com/WiseLibs/better-sqlite3/issues/1515), and line 13 needs Node 22; the two
 * have one interface.
 */
export const SQLITE_PACKAGE = NODE_MAJOR >= 22 ? 'better-sqlite3-node22' : 'better-sqlite3'

/**
 * Throws where a module at this place in the file system could not load SQLite: some file systems run no native code.
 */
export function assertSqliteLoads(place: string): void {
  // @NOTE require gives `any`; the package is better-sqlite3.
  const Sqlite = createRequire(place)(SQLITE_PACKAGE) as typeof BetterSqlite3
  new Sqlite(':memory:').close()
}

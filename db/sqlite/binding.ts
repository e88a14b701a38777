import { createRequire } from 'node:module'
import type BetterSqlite3 from 'better-sqlite3'
import { SQLITE_PACKAGE } from './sqlite-package.ts'

export type { default as BetterSqlite3 } from 'better-sqlite3'

// @NOTE require gives `any`; both packages are the same library with one interface.
export const Sqlite = createRequire(import.meta.url)(SQLITE_PACKAGE) as typeof BetterSqlite3

/** Calls `use`, and closes the connection where that throws; otherwise the connection stays open for what follows. */
export function closeOnThrow<T>(connection: BetterSqlite3.Database, use: () => T): T {
  try {
    return use()
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Calls `use` with a connection, and closes the connection in any case. */
export function closeAfter<T>(
  connection: BetterSqlite3.Database,
  use: (connection: BetterSqlite3.Database) => T,
): T {
  try {
    return use(connection)
  } finally {
    connection.close()
  }
}

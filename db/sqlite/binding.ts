import { createRequire } from 'node:module'
import type BetterSqlite3 from 'better-sqlite3'
import { SQLITE_PACKAGE } from './sqlite-package.ts'

export type { default as BetterSqlite3 } from 'better-sqlite3'

// @NOTE require gives `any`; both packages are the same library with one interface.
export const Sqlite = createRequire(import.meta.url)(SQLITE_PACKAGE) as typeof BetterSqlite3

/** Keeps a connection open for what follows, or closes it where `use` throws. */
export function closeOnThrow<T>(connection: BetterSqlite3.Database, use: () => T): T {
  try {
    return use()
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Uses a connection once, and closes it. */
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

import { createRequire } from 'node:module'
import type BetterSqlite3 from 'better-sqlite3'
import { SQLITE_PACKAGE } from './sqlite-package.ts'

export type { default as BetterSqlite3 } from 'better-sqlite3'

// @NOTE require gives `any`; both packages are the same library with one interface.
export const Sqlite = createRequire(import.meta.url)(SQLITE_PACKAGE) as typeof BetterSqlite3

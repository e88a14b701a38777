import { toUnusableDatabaseError } from '../errors.ts'
import { MIGRATION_NAMES } from '../migrations/names.ts'
import { appliedMigrations } from './applied-migrations.ts'
import { openOurs } from './backup.ts'
import { closeAfter } from './binding.ts'
import { connectReader, type SqliteConnection } from './connect.ts'
import { findDamage, type Damage } from './check-tables.ts'

export interface Inspection {
  /** The number of migrations that the next start runs. */
  pending: number
  /** The time of the newest audit entry or event of a site, in epoch ms; undefined in a database without either. */
  newestAt: number | undefined
}

/**
 * Returns facts about a database without changing it. Throws UnusableDatabaseError where this version cannot use the
 * file.
 */
export const inspectDatabase = (file: string, version: string): Inspection =>
  look(file, openOurs, (connection) => {
    const applied = appliedMigrations(connection, { file, version })
    const row = connection
      .prepare<[], { at: number | null }>(
        `SELECT MAX(at) AS at FROM (SELECT MAX(at) AS at FROM audit_entry
           UNION ALL SELECT MAX(install_last_seen_at) FROM site)`,
      )
      .get()
    return {
      pending: MIGRATION_NAMES.filter((name) => !applied.has(name)).length,
      newestAt: row?.at ?? undefined,
    }
  })

/** Reads every table of a file, and returns the parts that cannot be read; nothing changes. */
export function damagesOf(file: string): Damage[] {
  return [...findDamage(file)].flatMap((step) => ('damage' in step ? [step.damage] : []))
}

/** Returns true where the file has an older schema, which the next start of this version brings up to date. */
export const hasOlderSchema = (file: string, version: string): boolean =>
  look(file, connectReader, (connection) => {
    const applied = appliedMigrations(connection, { file, version })
    return applied.size > 0 && MIGRATION_NAMES.some((name) => !applied.has(name))
  })

/**
 * Opens a file for reading, calls `use` with the connection, and closes it. Throws UnusableDatabaseError where the file
 * cannot be read.
 */
export function look<T>(
  file: string,
  open: (file: string) => SqliteConnection,
  use: (connection: SqliteConnection) => T,
): T {
  try {
    return closeAfter(open(file), use)
  } catch (error) {
    throw toUnusableDatabaseError(file, error)
  }
}

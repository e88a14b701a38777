import { sql } from 'kysely'
import {
  BASELINE_NAMES,
  LATER_NAMES,
  MIGRATION_NAMES,
  type MigrationName,
} from './migrations/names.ts'
import type { Db, Trx } from './tables/schema.ts'

/** The first migration that is stored with the version of the service that ran it. */
const FIRST_RECORDED: MigrationName = '0012-schema-version'

export const isUpToDate = (applied: ReadonlySet<string>): boolean =>
  MIGRATION_NAMES.every((name) => applied.has(name))

/**
 * Brings the schema up to date, in the name of this version of the service; returns the names of the migrations that ran.
 * The baseline, and each migration after it, is one transaction, with its rows: a process that is killed, or a disk that is
 * full, leaves all of it or nothing, and the next start goes on from there. The code of migrations is loaded only when one
 * must run.
 */
export async function migrateToLatest(db: Db, version: string): Promise<string[]> {
  const { BASELINE, MIGRATIONS } = await import('./migrations/index.ts')
  const steps = [
    { names: BASELINE_NAMES, migration: BASELINE },
    ...LATER_NAMES.map((name) => ({ names: [name], migration: MIGRATIONS[name] })),
  ] as const
  const { adapter } = db.getExecutor()
  const migrated: string[] = []
  for (const { names, migration } of steps) {
    const hasRun = await db.transaction().execute(async (trx) => {
      await adapter.acquireMigrationLock(trx, LOCK)
      if (await isRecorded(trx, names[0])) return false
      await migration.up(trx)
      for (const name of names) await record(trx, name, version)
      return true
    })
    if (hasRun) migrated.push(...names)
  }
  return migrated
}

/**
 * The names of the lock that keeps two processes from migrating at once. PostgreSQL locks by a number, which needs
 * neither the table nor its row; SQLite has locked the file by then.
 */
const LOCK = { lockTable: 'kysely_migration_lock', lockRowId: 'migration_lock' }

/** Returns true where a migration has run, by the table of Kysely's migrator, which 0.1.0 used. */
async function isRecorded(trx: Trx, name: string): Promise<boolean> {
  await sql`CREATE TABLE IF NOT EXISTS kysely_migration
    (name VARCHAR(255) NOT NULL PRIMARY KEY, timestamp VARCHAR(255) NOT NULL)`.execute(trx)
  const { rows } = await sql`SELECT 1 FROM kysely_migration WHERE name = ${name}`.execute(trx)
  return rows.length > 0
}

async function record(trx: Trx, name: MigrationName, version: string): Promise<void> {
  const at = new Date().toISOString()
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES (${name}, ${at})`.execute(trx)
  if (name < FIRST_RECORDED) return
  await sql`INSERT INTO schema_version (migration, version) VALUES (${name}, ${version})`.execute(
    trx,
  )
}

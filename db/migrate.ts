import { sql } from 'kysely'
import { MIGRATION_NAMES, type MigrationName } from './migrations/names.ts'
import type { Db, Trx } from './tables/schema.ts'

/** From this migration on, the version of the service that ran one is stored with it. */
const FIRST_RECORDED: MigrationName = '0012-schema-version'

export const isUpToDate = (applied: ReadonlySet<string>): boolean =>
  MIGRATION_NAMES.every((name) => applied.has(name))

/** Repairs what an earlier version may have left of a migration; true where nothing of it is left to do. */
export type RepairMigration = (name: MigrationName) => Promise<boolean>

/**
 * Brings the schema up to date, in the name of this version of the service; returns the names of the migrations that ran.
 * Each is one transaction, with its row: a process that is killed, or a disk that is full, leaves all of it or nothing,
 * and the next start goes on from there. The code of migrations is loaded only when one must run.
 */
export async function migrateToLatest(
  db: Db,
  version: string,
  mend?: RepairMigration,
): Promise<string[]> {
  const { MIGRATIONS } = await import('./migrations/index.ts')
  const { adapter } = db.getExecutor()
  const migrated: string[] = []
  for (const name of MIGRATION_NAMES) {
    const hasRun = await db.transaction().execute(async (trx) => {
      await adapter.acquireMigrationLock(trx, LOCK)
      if (await isRecorded(trx, name)) return false
      const isWhole = migrated.length === 0 && (await mend?.(name)) === true
      if (!isWhole) await MIGRATIONS[name].up(trx)
      await record(trx, name, version)
      return true
    })
    if (hasRun) migrated.push(name)
  }
  return migrated
}

/** PostgreSQL locks by a number, which needs neither the table nor its row; SQLite has locked the file by then. */
const LOCK = { lockTable: 'kysely_migration_lock', lockRowId: 'migration_lock' }

/** The table is the one of Kysely's migrator, which earlier versions ran. */
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

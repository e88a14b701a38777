import { MIGRATION_NAMES } from './migrations/names.ts'
import type { SqliteConnection } from './sqlite/connect.ts'
import type { Db } from './tables/schema.ts'

/**
 * Whether every migration has run, by one look at Kysely's own table: asking its migrator costs
 * more than the rest of a start.
 */
export function isUpToDate(connection: SqliteConnection): boolean {
  const table = connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'")
  if (!table.get()) return false
  const rows = connection.prepare<[], { name: string }>('SELECT name FROM kysely_migration').all()
  const applied = new Set(rows.map(({ name }) => name))
  return MIGRATION_NAMES.every((name) => applied.has(name))
}

/**
 * Brings the schema up to date; returns the names of the migrations that ran. Each is one transaction. What migrates is
 * loaded only then.
 */
export async function migrateToLatest(db: Db): Promise<string[]> {
  const { Migrator, MIGRATIONS } = await import('./migrations/index.ts')
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) },
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('Migration failed', { cause: error })
  return results
    .filter((result) => result.status === 'Success')
    .map((result) => result.migrationName)
}

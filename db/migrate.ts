import { Migrator } from 'kysely'
import { MIGRATIONS } from './migrations/index.ts'
import type { Db } from './tables/schema.ts'

/** Brings the schema up to date; returns the names of the migrations that ran. Each is one transaction. */
export async function migrateToLatest(db: Db): Promise<string[]> {
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

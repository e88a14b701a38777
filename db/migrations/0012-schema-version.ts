import type { Kysely } from 'kysely'
import { createTable } from '../ddl.ts'

/** Records which version of the service ran a migration, so that an older one can name the version it lacks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'schema_version', [
    'migration TEXT NOT NULL PRIMARY KEY',
    'version TEXT NOT NULL',
  ])
}

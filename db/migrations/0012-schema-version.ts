import type { Kysely } from 'kysely'
import { createTable } from '../ddl.ts'

/** Which version of the service ran a migration, so that an older one can say whose data it does not know. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'schema_version', [
    'migration TEXT NOT NULL PRIMARY KEY',
    'version TEXT NOT NULL',
  ])
}

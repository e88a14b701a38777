import type { Kysely } from 'kysely'
import { addColumn } from '../ddl.ts'

/** Adds the limits of a key, and the marks of its rotation. A key from before has no such limits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'api_key', 'site_ids TEXT')
  await addColumn(db, 'api_key', 'allowed_ips TEXT')
  await addColumn(db, 'api_key', 'rotated_from TEXT')
  await addColumn(db, 'api_key', 'rotated_at BIGINT')
}

import type { Kysely } from 'kysely'
import { createTable } from '../ddl.ts'

/** Creates the table of the last score of each site's start page by every check. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'site_score', [
    'site_num BIGINT PRIMARY KEY',
    'checked_at BIGINT NOT NULL',
    'final_url TEXT NOT NULL',
    'report TEXT NOT NULL',
  ])
}

import type { Kysely } from 'kysely'
import { addColumn } from '../ddl.ts'

/** Lets a site refuse the language model of its server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'site', 'language_model BIGINT NOT NULL DEFAULT 1')
}

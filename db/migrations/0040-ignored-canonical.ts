import type { Kysely } from 'kysely'
import { addColumn } from '../ddl.ts'

/** Adds to pages the canonical address that they name but that is not theirs, in addition to the one that counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'page_record', 'ignored_canonical_url TEXT')
}

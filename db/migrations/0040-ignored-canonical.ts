import type { Kysely } from 'kysely'
import { addColumn } from '../ddl.ts'

/** Gives pages the canonical address that they name and that is not theirs, beside the one that counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'page_record', 'ignored_canonical_url TEXT')
}

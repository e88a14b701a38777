import type { Kysely } from 'kysely'
import { addColumn } from '../ddl.ts'

/** What checks found on a page when it was read, and what its score stands on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'page_record', 'judged TEXT')
  await addColumn(db, 'page_record', 'score_basis TEXT')
}

import type { Kysely } from 'kysely'
import { addColumn } from '../ddl.ts'

/** Adds what checks found on a page when a scan read it, and the findings that its score is counted from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'page_record', 'judged TEXT')
  await addColumn(db, 'page_record', 'score_basis TEXT')
}

import type { Kysely } from 'kysely'
import { addColumn } from '../ddl.ts'

/** Adds the findings of each check on the page and its site together, from which the page's score is counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'page_record', 'findings TEXT')
}

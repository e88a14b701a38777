import type { Kysely } from 'kysely'
import { addColumn } from '../ddl.ts'

/** Adds what each check found, of the page and of its site together: what the page's score is made of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'page_record', 'findings TEXT')
}

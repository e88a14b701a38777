import { sql, type Kysely } from 'kysely'
import { addColumn } from '../ddl.ts'

/** Adds a sketch (MinHash) of the text that a prompt was written from, so that later changes can be measured. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'prompt', 'content_sketch TEXT')
  // The next scan analyses the pages of locked prompts again. The others get a sketch when they change.
  await sql`UPDATE prompt SET basis = '' WHERE is_locked = 1`.execute(db)
  await sql`UPDATE page_reading SET findings = NULL
    WHERE page_num IN (SELECT page_num FROM prompt WHERE is_locked = 1)`.execute(db)
}

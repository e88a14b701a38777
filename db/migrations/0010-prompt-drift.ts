import { sql, type Kysely } from 'kysely'
import { addColumn } from '../ddl.ts'

/** What a prompt's page said, in short, so that it can be told how much of it has changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'prompt', 'content_sketch TEXT')
  // Pages of locked prompts are read again by the next scan; the others are as soon as they change.
  await sql`UPDATE prompt SET basis = '' WHERE is_locked = 1`.execute(db)
  await sql`UPDATE page_reading SET findings = NULL
    WHERE page_num IN (SELECT page_num FROM prompt WHERE is_locked = 1)`.execute(db)
}

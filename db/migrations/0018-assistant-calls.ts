import { sql, type Kysely } from 'kysely'
import { createTable } from '../ddl.ts'

/**
 * Creates the record of assistants' calls: the caller, the tool, the duration and the outcome, without any text of a
 * person.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'assistant_call', [
    'num SERIAL',
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'at BIGINT NOT NULL',
    'key_id TEXT',
    'site_num BIGINT',
    'server TEXT NOT NULL',
    'tool TEXT NOT NULL',
    'client TEXT NOT NULL',
    'outcome TEXT NOT NULL',
    'duration_us BIGINT NOT NULL',
    'answer_rows BIGINT',
    'answer_bytes BIGINT NOT NULL',
  ])
  await sql`CREATE INDEX assistant_call_org ON assistant_call (org_id, at, num)`.execute(db)
  await sql`CREATE INDEX assistant_call_site ON assistant_call (site_num)`.execute(db)
  await sql`CREATE INDEX assistant_call_at ON assistant_call (at)`.execute(db)
}

import { sql, type Kysely } from 'kysely'
import { createTable } from '../ddl.ts'

/** Creates the prompts of pages, and `page_reading`: what the generator reads from a page's text once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'prompt', [
    'num SERIAL',
    'id TEXT NOT NULL UNIQUE',
    'site_num BIGINT NOT NULL',
    'page_num BIGINT NOT NULL UNIQUE',
    'source TEXT NOT NULL',
    'state TEXT NOT NULL',
    'is_state_set INTEGER NOT NULL',
    'page_type TEXT NOT NULL',
    'language TEXT NOT NULL',
    'primary_kind TEXT',
    'kinds TEXT NOT NULL',
    'templates TEXT NOT NULL',
    'questions TEXT NOT NULL',
    'rules TEXT NOT NULL',
    'generator TEXT',
    'is_locked INTEGER NOT NULL',
    'is_stale INTEGER NOT NULL',
    'content_hash TEXT',
    'record_hash TEXT',
    'basis TEXT NOT NULL',
    'version INTEGER NOT NULL',
    'created_at BIGINT NOT NULL',
    'updated_at BIGINT NOT NULL',
    'updated_by TEXT NOT NULL',
  ])
  await sql`CREATE INDEX prompt_by_site ON prompt (site_num, state)`.execute(db)
  await createTable(db, 'page_reading', [
    'page_num BIGINT PRIMARY KEY',
    'site_num BIGINT NOT NULL',
    'record_hash TEXT NOT NULL',
    'phrases BYTES NOT NULL',
    'findings TEXT',
  ])
  await sql`CREATE INDEX page_reading_by_site ON page_reading (site_num)`.execute(db)
}

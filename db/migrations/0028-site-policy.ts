import type { Kysely } from 'kysely'
import { createTable } from '../ddl.ts'

/** Creates the Ask Policy of each site, and the signals about the same uses that its last scan read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'site_policy', [
    'site_num BIGINT PRIMARY KEY',
    'policy TEXT',
    'version BIGINT NOT NULL',
    'updated_at BIGINT NOT NULL',
  ])
  await createTable(db, 'site_signals', [
    'site_num BIGINT PRIMARY KEY',
    'read_at BIGINT NOT NULL',
    'url TEXT NOT NULL',
    'robots_txt TEXT',
    'content_usage TEXT',
    'ask_policy TEXT',
    'ask_policy_meta TEXT',
    'tdm_reservation TEXT',
    'tdm_rep TEXT',
  ])
}

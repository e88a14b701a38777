import { sql, type Kysely } from 'kysely'
import { createTable } from '../ddl.ts'

/** Creates the rules by which a site's owner decides about the prompts of its pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'prompt_rule', [
    'id TEXT PRIMARY KEY',
    'site_num BIGINT NOT NULL',
    'position BIGINT NOT NULL',
    'name TEXT NOT NULL',
    'description TEXT',
    'is_enabled INTEGER NOT NULL',
    'conditions TEXT NOT NULL',
    'actions TEXT NOT NULL',
    'is_last INTEGER NOT NULL',
    'created_by TEXT NOT NULL',
    'created_at BIGINT NOT NULL',
    'updated_at BIGINT NOT NULL',
    'version INTEGER NOT NULL',
  ])
  await sql`CREATE INDEX prompt_rule_by_site ON prompt_rule (site_num, position, id)`.execute(db)
}

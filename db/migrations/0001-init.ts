import { sql, type Kysely } from 'kysely'
import { createFullText, createTable, makeAppendOnly } from '../ddl.ts'

/** Creates identity, credentials, the audit log, sites and pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await identity(db)
  await credentials(db)
  await content(db)
}

async function identity(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'organization', [
    'id TEXT PRIMARY KEY',
    'name TEXT NOT NULL',
    'plan TEXT NOT NULL',
    'created_at BIGINT NOT NULL',
  ])
  await createTable(db, 'user_account', [
    'id TEXT PRIMARY KEY',
    'email TEXT NOT NULL UNIQUE',
    'password_hash TEXT NOT NULL',
    'created_at BIGINT NOT NULL',
  ])
  await createTable(db, 'member', [
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE',
    'role TEXT NOT NULL',
    'PRIMARY KEY (org_id, user_id)',
  ])
  await sql`CREATE INDEX member_user ON member (user_id)`.execute(db)
}

async function credentials(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'session', [
    'id TEXT PRIMARY KEY',
    'token_hash BYTES NOT NULL UNIQUE',
    'user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE',
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'created_at BIGINT NOT NULL',
    'last_seen_at BIGINT NOT NULL',
    'expires_at BIGINT NOT NULL',
  ])
  await createTable(db, 'api_key', [
    'id TEXT PRIMARY KEY',
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'name TEXT NOT NULL',
    'token_hash BYTES NOT NULL UNIQUE',
    'masked TEXT NOT NULL',
    'scopes TEXT NOT NULL',
    'created_by TEXT NOT NULL',
    'created_at BIGINT NOT NULL',
    'last_used_at BIGINT',
    'expires_at BIGINT',
    'revoked_at BIGINT',
  ])
  await sql`CREATE INDEX api_key_org ON api_key (org_id, id)`.execute(db)
  await createTable(db, 'audit_entry', [
    'id TEXT PRIMARY KEY',
    'org_id TEXT NOT NULL',
    'actor_type TEXT NOT NULL',
    'actor_id TEXT NOT NULL',
    'action TEXT NOT NULL',
    'target_type TEXT NOT NULL',
    'target_id TEXT NOT NULL',
    'detail TEXT NOT NULL',
    'request_id TEXT',
    'at BIGINT NOT NULL',
  ])
  await sql`CREATE INDEX audit_entry_org ON audit_entry (org_id, id)`.execute(db)
  await makeAppendOnly(db, 'audit_entry')
  await createTable(db, 'idempotency', [
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'credential_id TEXT NOT NULL',
    'route TEXT NOT NULL',
    'idempotency_key TEXT NOT NULL',
    'fingerprint BYTES NOT NULL',
    'status INTEGER NOT NULL',
    'response TEXT NOT NULL',
    'created_at BIGINT NOT NULL',
    'PRIMARY KEY (org_id, credential_id, route, idempotency_key)',
  ])
  await sql`CREATE INDEX idempotency_created ON idempotency (created_at)`.execute(db)
}

async function content(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'site', [
    'num SERIAL',
    'id TEXT NOT NULL UNIQUE',
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'name TEXT NOT NULL',
    'domain TEXT NOT NULL',
    'url TEXT NOT NULL',
    'aliases TEXT NOT NULL',
    'language TEXT',
    'country TEXT',
    'timezone TEXT NOT NULL',
    'rollup_timezone TEXT NOT NULL',
    'status TEXT NOT NULL',
    'question_mode TEXT NOT NULL',
    'honour_opt_out INTEGER NOT NULL',
    'install_first_seen_at BIGINT',
    'install_last_seen_at BIGINT',
    'created_at BIGINT NOT NULL',
    'updated_at BIGINT NOT NULL',
    'version INTEGER NOT NULL',
    'UNIQUE (org_id, domain)',
  ])
  await createTable(db, 'deleted_site', [
    'site_num BIGINT PRIMARY KEY',
    'deleted_at BIGINT NOT NULL',
  ])
  await createTable(db, 'page', [
    'num SERIAL',
    'id TEXT NOT NULL UNIQUE',
    'site_num BIGINT NOT NULL',
    'path TEXT NOT NULL',
    'url TEXT NOT NULL',
    'title TEXT',
    'first_seen_at BIGINT NOT NULL',
    'last_seen_at BIGINT NOT NULL',
    'UNIQUE (site_num, path)',
  ])
  await createFullText(db, 'page_text', ['site', 'title', 'path'])
}

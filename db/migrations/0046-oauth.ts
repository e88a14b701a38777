import { sql, type Kysely } from 'kysely'
import { addColumn, createTable } from '../ddl.ts'

/**
 * Creates the tables and columns of OAuth. A grant is a row of `api_key`, as are the keys that people made, which are
 * `static`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'api_key', "kind TEXT NOT NULL DEFAULT 'static'")
  await addColumn(db, 'api_key', 'resource TEXT')
  await addColumn(db, 'api_key', 'client_id TEXT')
  await addColumn(db, 'api_key', 'client_name TEXT')
  await addColumn(db, 'api_key', 'client_host TEXT')
  await addColumn(db, 'api_key', 'words BIGINT NOT NULL DEFAULT 1')
  await addColumn(db, 'api_key', 'asked TEXT')
  await addColumn(db, 'api_key', 'idle_ms BIGINT')
  await addColumn(db, 'organization', "assistants_who TEXT NOT NULL DEFAULT 'members'")
  await addColumn(db, 'organization', 'assistants_hosts TEXT')
  await sql`CREATE INDEX api_key_client ON api_key (client_id) WHERE kind = 'oauth'`.execute(db)
  await createWaiting(db)
  await createTokens(db)
  await sql`CREATE INDEX api_key_grants ON api_key (created_by, org_id) WHERE kind = 'oauth'`.execute(
    db,
  )
}

/** Creates the clients, and their requests to people who have not answered yet. */
async function createWaiting(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'oauth_client', [
    'id TEXT PRIMARY KEY',
    'kind TEXT NOT NULL',
    'name TEXT',
    'redirect_uris TEXT NOT NULL',
    'auth_method TEXT NOT NULL',
    'secret_hash BYTES',
    'address TEXT',
    'created_at BIGINT NOT NULL',
    'used_at BIGINT',
  ])
  await createTable(db, 'oauth_request', [
    'id TEXT PRIMARY KEY',
    'session_id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE',
    'client_id TEXT NOT NULL',
    'client_name TEXT',
    'redirect_uri TEXT NOT NULL',
    'resource TEXT NOT NULL',
    'scopes TEXT NOT NULL',
    'challenge TEXT NOT NULL',
    'state TEXT',
    'created_at BIGINT NOT NULL',
    'expires_at BIGINT NOT NULL',
  ])
  await sql`CREATE INDEX oauth_client_unused ON oauth_client (created_at) WHERE used_at IS NULL`.execute(
    db,
  )
  await sql`CREATE INDEX oauth_request_session ON oauth_request (session_id)`.execute(db)
  await sql`CREATE INDEX oauth_request_expiry ON oauth_request (expires_at)`.execute(db)
}

async function createTokens(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'oauth_code',
    [
      'hash BYTES PRIMARY KEY',
      'key_id TEXT NOT NULL REFERENCES api_key (id) ON DELETE CASCADE',
      'client_id TEXT NOT NULL',
      'redirect_uri TEXT NOT NULL',
      'challenge TEXT NOT NULL',
      'expires_at BIGINT NOT NULL',
      'used_at BIGINT',
    ],
    { clustered: true },
  )
  await createTable(
    db,
    'oauth_token',
    [
      'hash BYTES PRIMARY KEY',
      'kind TEXT NOT NULL',
      'key_id TEXT NOT NULL REFERENCES api_key (id) ON DELETE CASCADE',
      'scopes TEXT',
      'expires_at BIGINT NOT NULL',
      'replaced_at BIGINT',
    ],
    { clustered: true },
  )
  await createTable(
    db,
    'oauth_assertion',
    ['hash BYTES PRIMARY KEY', 'expires_at BIGINT NOT NULL'],
    { clustered: true },
  )
  await sql`CREATE INDEX oauth_code_key ON oauth_code (key_id)`.execute(db)
  await sql`CREATE INDEX oauth_code_expiry ON oauth_code (expires_at)`.execute(db)
  await sql`CREATE INDEX oauth_token_key ON oauth_token (key_id)`.execute(db)
  await sql`CREATE INDEX oauth_token_expiry ON oauth_token (expires_at)`.execute(db)
  await sql`CREATE INDEX oauth_assertion_expiry ON oauth_assertion (expires_at)`.execute(db)
}

import { sql, type Kysely } from 'kysely'
import { addColumn, createTable } from '../ddl.ts'

/** Creates the tokens of one-time links, and the columns that tell a person's sessions apart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'one_time_token',
    [
      'hash BYTES PRIMARY KEY',
      'purpose TEXT NOT NULL',
      'subject TEXT NOT NULL',
      'org_id TEXT REFERENCES organization (id) ON DELETE CASCADE',
      'created_at BIGINT NOT NULL',
      'expires_at BIGINT NOT NULL',
      'used_at BIGINT',
    ],
    { clustered: true },
  )
  await sql`CREATE INDEX one_time_token_subject ON one_time_token (purpose, subject)`.execute(db)
  await sql`CREATE INDEX one_time_token_expiry ON one_time_token (expires_at)`.execute(db)
  await addColumn(db, 'session', 'agent TEXT')
  await addColumn(db, 'session', 'address TEXT')
}

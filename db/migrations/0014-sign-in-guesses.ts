import { sql, type Kysely } from 'kysely'
import { createTable } from '../ddl.ts'

/** Passwords that were tried and not found right, for a quarter of an hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'sign_in_guess', [
    'num SERIAL',
    'account TEXT NOT NULL',
    'address TEXT NOT NULL',
    'at BIGINT NOT NULL',
  ])
  await sql`CREATE INDEX sign_in_guess_account ON sign_in_guess (account, at)`.execute(db)
  await sql`CREATE INDEX sign_in_guess_at ON sign_in_guess (at)`.execute(db)
}

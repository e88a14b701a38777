import { sql, type Kysely } from 'kysely'
import { createTable } from '../ddl.ts'

/** Creates the failed sign-ins of the last quarter of an hour, by which further ones are limited. */
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

import { sql, type Kysely } from 'kysely'
import { addColumn, createTable } from '../ddl.ts'

/**
 * Tells accounts whose address is proven from those that are of one organization, and counts mail by its address. Until
 * now the address is unique; from now on it is the address of a proven account, or address and organization of another.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE user_account RENAME COLUMN email TO identity`.execute(db)
  await addColumn(db, 'user_account', `email TEXT NOT NULL DEFAULT ''`)
  await addColumn(
    db,
    'user_account',
    'unproven_org_id TEXT REFERENCES organization (id) ON DELETE CASCADE',
  )
  await sql`UPDATE user_account SET email = identity`.execute(db)
  await sql`CREATE INDEX user_account_email ON user_account (email)`.execute(db)
  await tieToTheirOrganization(db)
  await addColumn(db, 'invitation', `mail TEXT NOT NULL DEFAULT 'off'`)
  await createTable(db, 'mail_permit', [
    'num SERIAL',
    'kind TEXT NOT NULL',
    'mailbox TEXT NOT NULL',
    'at BIGINT NOT NULL',
  ])
  await sql`CREATE INDEX mail_permit_mailbox ON mail_permit (kind, mailbox, at)`.execute(db)
  await sql`CREATE INDEX mail_permit_at ON mail_permit (at)`.execute(db)
}

/**
 * Ties each account that came by an invitation to its one organization, as unproven, which takes nothing from it: such
 * an account may belong to a person who read the link in an answer. An account that was made together with an
 * organization was made by the operator, and one in several organizations cannot be tied to a single one: these are
 * proven.
 */
async function tieToTheirOrganization(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE user_account SET unproven_org_id = (
      SELECT MIN(member.org_id) FROM member WHERE member.user_id = user_account.id
    )
    WHERE 1 = (SELECT COUNT(*) FROM member WHERE member.user_id = user_account.id)
      AND NOT EXISTS (
        SELECT 1 FROM member JOIN organization ON organization.id = member.org_id
        WHERE member.user_id = user_account.id AND organization.created_at = user_account.created_at
      )`.execute(db)
  await sql`
    UPDATE user_account SET identity = email || ' ' || unproven_org_id
    WHERE unproven_org_id IS NOT NULL`.execute(db)
}

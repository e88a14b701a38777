import { sql, type Kysely } from 'kysely'
import { newId } from '../../src/domain/ids.ts'
import { addColumn, createTable } from '../ddl.ts'

/**
 * Creates invitations and the further domains of sites, and gives organizations a slug, a version and branding, and
 * members an id and the time of their joining. Hosts that a site had in addition to its own still count, as `migrated`
 * domains: they were never proven, so they keep no other organization from proving one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await extendOrganizations(db)
  await extendMembers(db)
  await createInvitations(db)
  await createDomains(db)
  await carryOverAliases(db)
}

async function extendOrganizations(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'organization', 'slug TEXT')
  await addColumn(db, 'organization', 'version BIGINT NOT NULL DEFAULT 1')
  for (const column of ['brand_name', 'brand_logo_url', 'brand_accent']) {
    await addColumn(db, 'organization', `${column} TEXT`)
  }
  await sql`CREATE UNIQUE INDEX organization_slug ON organization (slug)`.execute(db)
}

/** Gives members the time of their joining: until now, each joined when the account was made. */
async function extendMembers(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'member', "id TEXT NOT NULL DEFAULT ''")
  await addColumn(db, 'member', 'created_at BIGINT NOT NULL DEFAULT 0')
  const { rows } = await sql<{ org_id: string; user_id: string; created_at: number }>`
    SELECT member.org_id, member.user_id, user_account.created_at
    FROM member JOIN user_account ON user_account.id = member.user_id`.execute(db)
  for (const { org_id: orgId, user_id: userId, created_at: at } of rows) {
    await sql`UPDATE member SET id = ${newId('mem', at)}, created_at = ${at}
      WHERE org_id = ${orgId} AND user_id = ${userId}`.execute(db)
  }
  await sql`CREATE UNIQUE INDEX member_id ON member (org_id, id)`.execute(db)
}

async function createInvitations(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'invitation', [
    'id TEXT PRIMARY KEY',
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'email TEXT NOT NULL',
    'role TEXT NOT NULL',
    'invited_by TEXT NOT NULL',
    'created_at BIGINT NOT NULL',
    'expires_at BIGINT NOT NULL',
    'UNIQUE (org_id, email)',
  ])
  await sql`CREATE INDEX invitation_org ON invitation (org_id, id)`.execute(db)
  await sql`CREATE INDEX invitation_expires ON invitation (expires_at)`.execute(db)
}

async function createDomains(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'site_domain', [
    'id TEXT PRIMARY KEY',
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'site_id TEXT NOT NULL REFERENCES site (id) ON DELETE CASCADE',
    'host TEXT NOT NULL',
    'claimed_host TEXT UNIQUE',
    'state TEXT NOT NULL',
    'method TEXT',
    'proof TEXT NOT NULL',
    'reason_code TEXT',
    'reason TEXT',
    'created_by TEXT NOT NULL',
    'created_at BIGINT NOT NULL',
    'checked_at BIGINT',
    'verified_at BIGINT',
    'UNIQUE (site_id, host)',
  ])
  await sql`CREATE INDEX site_domain_site ON site_domain (site_id, id)`.execute(db)
  await sql`CREATE INDEX site_domain_org ON site_domain (org_id)`.execute(db)
}

async function carryOverAliases(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; org_id: string; aliases: string; updated_at: number }>`
    SELECT id, org_id, aliases, updated_at FROM site WHERE aliases <> '[]'`.execute(db)
  for (const { id: siteId, org_id: orgId, aliases, updated_at: at } of rows) {
    // @NOTE the column was written by us alone, as JSON of checked hosts.
    for (const host of JSON.parse(aliases) as string[]) {
      await sql`INSERT INTO site_domain
        (id, org_id, site_id, host, state, method, proof, created_by, created_at, verified_at)
        VALUES (${newId('dom', at)}, ${orgId}, ${siteId}, ${host}, 'verified', 'migrated', '', 'cli', ${at}, ${at})`.execute(
        db,
      )
    }
  }
}

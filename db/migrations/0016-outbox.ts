import { sql, type Kysely } from 'kysely'
import { createTable } from '../ddl.ts'

/** Creates the outbox: domain events, each written in the transaction of the change that it reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'outbox', [
    'num SERIAL',
    'id TEXT NOT NULL UNIQUE',
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'site_num BIGINT',
    'event TEXT NOT NULL',
    'version BIGINT NOT NULL',
    'payload TEXT NOT NULL',
    'at BIGINT NOT NULL',
  ])
  await sql`CREATE INDEX outbox_org ON outbox (org_id, num)`.execute(db)
  await sql`CREATE INDEX outbox_site ON outbox (site_num)`.execute(db)
  await sql`CREATE INDEX outbox_at ON outbox (at)`.execute(db)
}

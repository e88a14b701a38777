import { sql, type Kysely } from 'kysely'
import { createTable } from '../ddl.ts'

/** Creates webhook subscriptions and the record of their deliveries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'webhook_subscription', [
    'id TEXT PRIMARY KEY',
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'url TEXT NOT NULL',
    'events TEXT NOT NULL',
    'site_ids TEXT',
    'description TEXT NOT NULL',
    'is_paused INTEGER NOT NULL DEFAULT 0',
    'disabled_at BIGINT',
    'disabled_reason TEXT',
    'secret TEXT NOT NULL',
    'old_secret TEXT',
    'old_secret_until BIGINT',
    'has_event_id INTEGER NOT NULL DEFAULT 1',
    'failures BIGINT NOT NULL DEFAULT 0',
    'failing_since BIGINT',
    'version BIGINT NOT NULL DEFAULT 1',
    'created_by TEXT NOT NULL',
    'created_at BIGINT NOT NULL',
    'updated_at BIGINT NOT NULL',
  ])
  await sql`CREATE INDEX webhook_subscription_org ON webhook_subscription (org_id, id)`.execute(db)
  await createTable(db, 'webhook_delivery', [
    'num SERIAL',
    'id TEXT NOT NULL UNIQUE',
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'subscription_id TEXT NOT NULL REFERENCES webhook_subscription (id) ON DELETE CASCADE',
    'event_id TEXT NOT NULL',
    'event TEXT NOT NULL',
    'site_num BIGINT',
    'attempt INTEGER NOT NULL',
    'origin TEXT NOT NULL',
    'status TEXT NOT NULL',
    'http_status INTEGER',
    'duration_ms BIGINT NOT NULL',
    'error TEXT',
    'response_headers TEXT',
    'response_body TEXT',
    'is_final INTEGER NOT NULL',
    'next_attempt_at BIGINT',
    'at BIGINT NOT NULL',
  ])
  await sql`CREATE INDEX webhook_delivery_event ON webhook_delivery (subscription_id, event_id)`.execute(
    db,
  )
  await sql`CREATE INDEX webhook_delivery_org ON webhook_delivery (org_id, subscription_id, num)`.execute(
    db,
  )
  await sql`CREATE INDEX webhook_delivery_site ON webhook_delivery (site_num) WHERE site_num IS NOT NULL`.execute(
    db,
  )
  await sql`CREATE INDEX webhook_delivery_at ON webhook_delivery (at)`.execute(db)
  await sql`CREATE INDEX job_group ON job (queue, group_key, run_at) WHERE state = 'ready'`.execute(
    db,
  )
}

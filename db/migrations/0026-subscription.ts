import { sql, type Kysely } from 'kysely'
import { addColumn, createTable } from '../ddl.ts'

/**
 * Gives organizations the status of their plan, and creates the reports of a payment gateway: its customers, their
 * subscriptions, and the events that were taken, each once. Every present organization has its plan for ever.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'organization', "plan_status TEXT NOT NULL DEFAULT 'active'")
  await addColumn(db, 'organization', 'plan_cancelled INTEGER NOT NULL DEFAULT 0')
  for (const column of ['plan_until', 'period_start', 'period_end']) {
    await addColumn(db, 'organization', `${column} BIGINT`)
  }
  await addColumn(db, 'organization', 'gateway TEXT')
  await sql`CREATE INDEX organization_plan_until ON organization (plan_until)
    WHERE plan_until IS NOT NULL`.execute(db)
  await createCustomers(db)
  await createSubscriptions(db)
  await createEvents(db)
}

async function createCustomers(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'billing_customer', [
    'id TEXT PRIMARY KEY',
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'linked_at BIGINT NOT NULL',
    'deleted_at BIGINT',
  ])
  await sql`CREATE INDEX billing_customer_org ON billing_customer (org_id)`.execute(db)
}

async function createSubscriptions(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'billing_subscription', [
    'id TEXT PRIMARY KEY',
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'customer_id TEXT NOT NULL',
    'plan TEXT NOT NULL',
    'status TEXT NOT NULL',
    'cancels_at BIGINT',
    'is_cancelled INTEGER NOT NULL',
    'was_live INTEGER NOT NULL',
    'period_start BIGINT',
    'period_end BIGINT',
    'ended_at BIGINT',
    'created_at BIGINT NOT NULL',
    'told_at BIGINT NOT NULL',
    'told_rank TEXT NOT NULL',
    'past_due_since BIGINT',
  ])
  await sql`CREATE INDEX billing_subscription_org ON billing_subscription (org_id, created_at)`.execute(
    db,
  )
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'billing_event', [
    'id TEXT PRIMARY KEY',
    'org_id TEXT REFERENCES organization (id) ON DELETE CASCADE',
    'customer_id TEXT',
    'subscription_id TEXT',
    'note TEXT',
    'at BIGINT NOT NULL',
    'received_at BIGINT NOT NULL',
    'waiting TEXT',
  ])
  await sql`CREATE INDEX billing_event_org ON billing_event (org_id)`.execute(db)
  await sql`CREATE INDEX billing_event_subscription ON billing_event (subscription_id, at)
    WHERE note IS NOT NULL`.execute(db)
  await sql`CREATE INDEX billing_event_waiting ON billing_event (customer_id)
    WHERE waiting IS NOT NULL`.execute(db)
  await sql`CREATE INDEX billing_event_received ON billing_event (received_at)`.execute(db)
}

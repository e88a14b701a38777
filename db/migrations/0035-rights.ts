import { sql, type Kysely } from 'kysely'
import { addColumn } from '../ddl.ts'

/**
 * Adds to keys the time when they were narrowed, and to subscriptions the person who vouches for their receiver, and
 * the reason why they were paused.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'api_key', 'narrowed_at BIGINT')
  await addColumn(db, 'webhook_subscription', 'paused_reason TEXT')
  await addColumn(db, 'webhook_subscription', "vouched_by TEXT NOT NULL DEFAULT ''")
  await sql`UPDATE webhook_subscription SET vouched_by = created_by`.execute(db)
}

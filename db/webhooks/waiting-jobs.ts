import { sql } from 'kysely'
import { jsonText } from '../forms.ts'
import type { Db, Trx } from '../tables/schema.ts'
import { DELIVERY_QUEUE } from './enqueue-deliveries.ts'

/** Each job of this queue queues events again for one subscription. */
export const RECOVERY_QUEUE = 'recovery'

const isOf = (orgId: string) => sql<boolean>`${jsonText(sql`payload`, 'orgId')} = ${orgId}`

/** Deletes what waits for a subscription, and what is being sent: whoever sends it finds its job gone. */
export async function dropWaiting(
  db: Trx | Db,
  orgId: string,
  subscriptionId: string,
): Promise<void> {
  await db
    .deleteFrom('job')
    .where('queue', 'in', [DELIVERY_QUEUE, RECOVERY_QUEUE])
    .where('group_key', '=', subscriptionId)
    .where(isOf(orgId))
    .execute()
}

interface Waiting {
  orgId: string
  subscriptionId: string
  nowMs: number
}

/** Makes deliveries of a subscription due that wait for a later time; those that are being sent are left alone. */
export async function makeWaitingDue(
  db: Trx | Db,
  { orgId, subscriptionId, nowMs }: Waiting,
): Promise<void> {
  await db
    .updateTable('job')
    .set({ run_at: nowMs })
    .where('queue', '=', DELIVERY_QUEUE)
    .where('group_key', '=', subscriptionId)
    .where('state', '=', 'ready')
    .where('lease_id', 'is', null)
    .where('run_at', '>', nowMs)
    .where(isOf(orgId))
    .execute()
}

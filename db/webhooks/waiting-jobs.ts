import { sql } from 'kysely'
import { jsonText } from '../forms.ts'
import type { Db, Trx } from '../tables/schema.ts'
import { deleteBatch } from '../system/delete-batch.ts'
import type { DeliveryPayload } from './delivery-payload.ts'
import { DELIVERY_QUEUE } from './enqueue-deliveries.ts'

/** Each job of this queue queues events again for one subscription. */
export const RECOVERY_QUEUE = 'recovery'

const isOf = (orgId: string) =>
  sql<boolean>`${jsonText(sql<DeliveryPayload>`payload`, 'orgId')} = ${orgId}`

/**
 * Deletes a step of what waits for a subscription, and of what is being sent: whoever sends it finds its job gone. False
 * once nothing is left.
 */
export const dropWaitingStep = (
  db: Trx | Db,
  orgId: string,
  subscriptionId: string,
): Promise<boolean> =>
  deleteBatch(
    db,
    'job',
    sql`queue IN (${sql.join([DELIVERY_QUEUE, RECOVERY_QUEUE])}) AND state = 'ready'
      AND group_key = ${subscriptionId} AND ${isOf(orgId)}`,
  )

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

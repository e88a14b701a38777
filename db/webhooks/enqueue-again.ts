import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../tables/schema.ts'
import { DELIVERY_QUEUE, type DeliveryPayload } from './enqueue-deliveries.ts'

/** A subscription whose events are queued again. */
export interface Again {
  orgId: string
  subscriptionId: string
  origin: NonNullable<DeliveryPayload['origin']>
  nowMs: number
}

/**
 * Queues stored events again for a subscription, due at once, and continues the count of earlier attempts; an event
 * that waits already is left as it is. Returns how many were queued. `meant` is a condition on the rows of the outbox.
 */
export async function enqueueAgain(
  trx: Trx | Db,
  { orgId, subscriptionId, origin, nowMs }: Again,
  meant: RawBuilder<unknown>,
): Promise<number> {
  const earlier = sql`COALESCE((SELECT MAX(attempt) FROM webhook_delivery
    WHERE subscription_id = ${subscriptionId} AND event_id = outbox.id), 0)`
  const result = await sql`INSERT INTO job
      (id, queue, dedupe_key, group_key, payload, state, run_at, attempts, claims, lease_id, last_error, created_at)
    SELECT outbox.id || ${`.${subscriptionId}`}, ${DELIVERY_QUEUE}, outbox.id || ${`.${subscriptionId}`}, ${subscriptionId},
      ${`{"orgId":"${orgId}","subscriptionId":"${subscriptionId}","origin":"${origin}","eventId":"`} || outbox.id
        || ${'","earlier":'} || ${earlier} || ${'}'},
      'ready', ${nowMs}, 0, 0, NULL, NULL, ${nowMs}
    FROM outbox WHERE outbox.org_id = ${orgId} AND ${meant}
    ON CONFLICT DO NOTHING`.execute(trx)
  return Number(result.numAffectedRows ?? 0n)
}

import { sql } from 'kysely'
import type { EmittedEvent } from '../../src/domain/webhooks/emitted-event.ts'
import { jsonListHas } from '../forms.ts'
import type { Db, Trx } from '../tables/schema.ts'

/** Each job of this queue delivers one event to one subscription. */
export const DELIVERY_QUEUE = 'delivery'

/** The payload of a job of the queue. */
export interface DeliveryPayload {
  orgId: string
  eventId: string
  subscriptionId: string
  /** The reason for the job; by default the event itself. */
  origin?: 'resend' | 'recover'
  /**
   * The number of attempts of the same event to the same subscription by earlier jobs, from which attempts are counted
   * on.
   */
  earlier?: number
}

interface Emission {
  orgId: string
  /** The site of the event; null for an event of the organization itself, which every subscription to it gets. */
  site: { num: number; id: string } | null
  event: EmittedEvent
}

/**
 * Stores a domain event, with a delivery to each subscription that gets it; call it within the transaction of the
 * event's cause. Returns how many deliveries were added.
 */
export async function emitEvent(trx: Trx | Db, emission: Emission): Promise<number> {
  const { orgId, site, event } = emission
  await trx
    .insertInto('outbox')
    .values({ ...event, site_num: site?.num ?? null, org_id: orgId })
    .execute()
  return enqueueDeliveries(trx, emission)
}

/**
 * Adds a job for each subscription that gets an event, in one statement. The event is due at once; one that waits
 * already for the same subscription is left as it is. Returns how many were added. The ids hold letters, digits and
 * underscores alone, so that they need no escape in JSON.
 */
async function enqueueDeliveries(
  trx: Trx | Db,
  { orgId, site, event: { id: eventId, event, at } }: Emission,
): Promise<number> {
  const result = await sql`INSERT INTO job
      (id, queue, dedupe_key, group_key, payload, state, run_at, attempts, claims, lease_id, last_error, created_at)
    SELECT ${`${eventId}.`} || id, ${DELIVERY_QUEUE}, ${`${eventId}.`} || id, id,
      ${`{"orgId":"${orgId}","eventId":"${eventId}","subscriptionId":"`} || id || ${'"}'},
      'ready', ${at}, 0, 0, NULL, NULL, ${at}
    FROM webhook_subscription
    WHERE org_id = ${orgId} AND ${jsonListHas(sql`events`, event)}
      AND ${site === null ? sql`TRUE` : sql`(site_ids IS NULL OR ${jsonListHas(sql`site_ids`, site.id)})`}
    ON CONFLICT DO NOTHING`.execute(trx)
  return Number(result.numAffectedRows ?? 0n)
}

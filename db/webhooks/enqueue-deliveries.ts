import { sql } from 'kysely'
import type { EmittedEvent } from '../../src/domain/webhooks/emitted-event.ts'
import { jsonListHas } from '../forms.ts'
import type { Db, Trx } from '../tables/schema.ts'

/** The queue in which each job delivers one event to one subscription. */
export const DELIVERY_QUEUE = 'delivery'

/** The payload of a job of this queue. */
export interface DeliveryPayload {
  orgId: string
  eventId: string
  subscriptionId: string
  /** The reason for the job: `resend` or `recover`; absent for the event itself. */
  origin?: 'resend' | 'recover'
  /**
   * The number of attempts that earlier jobs made to deliver the same event to the same subscription; attempts are
   * counted on from there.
   */
  earlier?: number
}

interface Emission {
  orgId: string
  /**
   * The site of the event; null for an event of the organization itself, which every subscription to that event gets.
   */
  site: { num: number; id: string } | null
  event: EmittedEvent
}

/**
 * Stores a domain event, with a delivery to each subscription that gets it; has to be called within the transaction of
 * the event's cause. Returns how many deliveries were added.
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
 * Adds a job, due at once, for each subscription that gets an event, in one statement; an event that waits already for
 * a subscription is left as it is. Returns how many jobs were added. The ids hold letters, digits and underscores
 * alone, so that they need no escape in JSON.
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

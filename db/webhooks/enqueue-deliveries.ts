import { sql } from 'kysely'
import { jsonListHas } from '../forms.ts'
import type { Db, Trx } from '../tables/schema.ts'

/** Each job of this queue delivers one event to one subscription. */
export const DELIVERY_QUEUE = 'delivery'

interface Emitted {
  orgId: string
  eventId: string
  event: string
  /** Null for an event of the organization itself, which every subscription to it hears of. */
  siteId: string | null
  atMs: number
}

/**
 * Adds a job for each subscription that hears of an event, in one statement and in the transaction of its cause. The
 * event is due at once; one that waits already for the same subscription is left as it is. Returns how many were added.
 * The ids hold letters, digits and underscores alone, so that they need no escape in JSON.
 */
export async function enqueueDeliveries(
  trx: Trx | Db,
  { orgId, eventId, event, siteId, atMs }: Emitted,
): Promise<number> {
  const result = await sql`INSERT INTO job
      (id, queue, dedupe_key, group_key, payload, state, run_at, attempts, claims, lease_id, last_error, created_at)
    SELECT ${`${eventId}.`} || id, ${DELIVERY_QUEUE}, ${`${eventId}.`} || id, id,
      ${`{"orgId":"${orgId}","eventId":"${eventId}","subscriptionId":"`} || id || ${'"}'},
      'ready', ${atMs}, 0, 0, NULL, NULL, ${atMs}
    FROM webhook_subscription
    WHERE org_id = ${orgId} AND ${jsonListHas(sql`events`, event)}
      AND ${siteId === null ? sql`TRUE` : sql`(site_ids IS NULL OR ${jsonListHas(sql`site_ids`, siteId)})`}
    ON CONFLICT DO NOTHING`.execute(trx)
  return Number(result.numAffectedRows ?? 0n)
}

import type { EmittedEvent } from '../../src/domain/webhooks/emitted-event.ts'
import type { Db, Trx } from '../tables/schema.ts'
import { enqueueDeliveries } from './enqueue-deliveries.ts'

interface Emission {
  orgId: string
  /** Null for an event of the organization itself. */
  site: { num: number; id: string } | null
  event: EmittedEvent
}

/**
 * Stores a domain event, with a delivery to each subscription that hears of it; call it within the transaction of the
 * event's cause. Returns how many deliveries were added.
 */
export async function emitEvent(trx: Trx | Db, { orgId, site, event }: Emission): Promise<number> {
  await trx
    .insertInto('outbox')
    .values({ ...event, site_num: site?.num ?? null, org_id: orgId })
    .execute()
  return enqueueDeliveries(trx, {
    orgId,
    eventId: event.id,
    event: event.event,
    siteId: site?.id ?? null,
    atMs: event.at,
  })
}

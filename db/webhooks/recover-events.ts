import { sql } from 'kysely'
import type { Db, Trx } from '../tables/schema.ts'
import { enqueueAgain, type Again } from './enqueue-again.ts'

/** The queue in which each job queues events again for one subscription. */
export const RECOVERY_QUEUE = 'recovery'

/** The events that one transaction looks at, so that other writers get in between. */
const EVENTS_A_STEP = 500

export interface Recovery extends Omit<Again, 'origin'> {
  events: readonly string[]
  /** The ids of the sites whose events the subscription gets; null for all. */
  siteIds: readonly string[] | null
  sinceMs: number
  /** The first instant behind the range. */
  untilMs: number
  /** The events to queue again: `undelivered`, or `all`, with those that were delivered. */
  only: 'undelivered' | 'all'
  /** The number of the last event that was looked at. */
  afterNum: number
}

/**
 * Looks at the next stored events, and queues again those that a subscription gets; has to be called within a
 * transaction. Returns the number of the last event, undefined when there are no more, and how many were queued.
 */
export async function recoverEvents(
  trx: Trx | Db,
  recovery: Recovery,
): Promise<{ lastNum: number | undefined; queued: number }> {
  const { orgId, subscriptionId, events, siteIds, sinceMs, untilMs, only, afterNum } = recovery
  const { rows } = await sql<{ lastNum: number | null; seen: number }>`
    SELECT MAX(num) AS "lastNum", COUNT(*) AS seen FROM
      (SELECT num FROM outbox WHERE org_id = ${orgId} AND num > ${afterNum}
        ORDER BY num LIMIT ${EVENTS_A_STEP}) AS step`.execute(trx)
  const { lastNum = null, seen = 0 } = rows[0] ?? {}
  if (lastNum === null) return { lastNum: undefined, queued: 0 }
  const ofSite =
    siteIds === null
      ? sql`TRUE`
      : sql`(site_num IS NULL OR site_num IN (SELECT site.num FROM site
          WHERE site.org_id = ${orgId} AND site.id IN (${sql.join([...siteIds])})))`
  const isWanted =
    only === 'all'
      ? sql`TRUE`
      : sql`NOT EXISTS (SELECT 1 FROM webhook_delivery WHERE subscription_id = ${subscriptionId}
          AND event_id = outbox.id AND status = 'delivered')`
  const queued = await enqueueAgain(
    trx,
    { ...recovery, origin: 'recover' },
    sql`outbox.num > ${afterNum} AND outbox.num <= ${lastNum}
      AND outbox.at >= ${sinceMs} AND outbox.at < ${untilMs}
      AND outbox.event IN (${sql.join([...events])}) AND ${ofSite} AND ${isWanted}`,
  )
  return { lastNum: seen < EVENTS_A_STEP ? undefined : lastNum, queued }
}

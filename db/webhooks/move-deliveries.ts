import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { PARKED_MS } from '../../src/domain/webhooks/subscription-health.ts'
import { valueRows, type ListedRow } from '../forms.ts'
import type { Lease } from '../jobs/lease.ts'
import type { Db } from '../tables/schema.ts'
import { DELIVERY_QUEUE } from './enqueue-deliveries.ts'

/** Moves so many jobs of a subscription at once: a few milliseconds of work. */
const STEP_JOBS = 2_000

/** Say in a job why it waits. */
const DEFERRED = 'deferred'
const PARKED = 'parked'

const jobsOf = (subscriptionId: string) =>
  sql`queue = ${sql.lit(DELIVERY_QUEUE)} AND state = 'ready' AND group_key = ${subscriptionId}`

const isSubscriptionOff = (subscriptionId: ReturnType<typeof sql>) =>
  sql`EXISTS (SELECT 1 FROM webhook_subscription WHERE id = ${subscriptionId}
    AND (is_paused = 1 OR disabled_at IS NOT NULL))`

/** Puts off what is due of a subscription whose receiver is down; no attempt is spent. */
export const deferDue = (
  db: Db,
  subscriptionId: string,
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<void> =>
  inSteps(async () => {
    const { numAffectedRows } = await sql`UPDATE job
      SET run_at = ${untilMs}, last_error = ${DEFERRED}
      WHERE id IN (SELECT id FROM job WHERE ${jobsOf(subscriptionId)} AND run_at <= ${nowMs}
        LIMIT ${STEP_JOBS})`.execute(db)
    return numAffectedRows
  })

/** Makes due what was put off: the receiver answers again. */
export const bringForward = (db: Db, subscriptionId: string, nowMs: number): Promise<void> =>
  inSteps(async () => {
    const { numAffectedRows } = await sql`UPDATE job SET run_at = ${nowMs}, last_error = NULL
      WHERE id IN (SELECT id FROM job WHERE ${jobsOf(subscriptionId)} AND run_at > ${nowMs}
        AND last_error = ${DEFERRED} LIMIT ${STEP_JOBS})`.execute(db)
    return numAffectedRows
  })

/**
 * Parks what is due of a subscription that is paused or disabled, until a while after it was queued; then it is due again,
 * and expires. What has waited for so long already is left as it is.
 */
export const parkDue = (db: Db, subscriptionId: string, nowMs: number): Promise<void> =>
  inSteps(async () => {
    const { numAffectedRows } = await sql`UPDATE job
      SET run_at = created_at + ${PARKED_MS}, last_error = ${PARKED}
      WHERE id IN (SELECT id FROM job WHERE ${jobsOf(subscriptionId)} AND run_at <= ${nowMs}
        AND created_at > ${nowMs - PARKED_MS} LIMIT ${STEP_JOBS})
      AND ${isSubscriptionOff(sql`${subscriptionId}`)}`.execute(db)
    return numAffectedRows
  })

/**
 * Parks jobs that were claimed. One whose subscription was resumed since then is due instead: whoever resumed it could not
 * see it among those that are parked.
 */
export async function parkClaimed(db: Db, claimed: readonly Lease[], nowMs: number): Promise<void> {
  const leases = claimed.map(({ id, leaseId }): ListedRow => [id, leaseId])
  await sql`UPDATE job SET lease_id = NULL, last_error = ${PARKED},
      run_at = CASE WHEN ${isSubscriptionOff(sql`job.group_key`)}
        THEN job.created_at + ${PARKED_MS} ELSE ${nowMs} END
    FROM ${valueRows('claimed', { id: 'text', lease_id: 'text' }, leases)}
    WHERE job.id = claimed.id AND job.lease_id = claimed.lease_id`.execute(db)
}

/** How far ahead of now the jobs of each kind can be due. */
interface Furthest {
  leaseMs: number
  deferMs: number
  retryMs: number
}

/** Jobs that are due further ahead than can be: a clock that was ahead put them there. */
const tooFar = (nowMs: number, { leaseMs, deferMs, retryMs }: Furthest) =>
  sql`queue = ${sql.lit(DELIVERY_QUEUE)} AND state = 'ready' AND run_at > ${nowMs}
    AND run_at > ${nowMs} + CASE WHEN lease_id IS NOT NULL THEN ${leaseMs}
      WHEN last_error IS NULL THEN 0 WHEN last_error = ${DEFERRED} THEN ${deferMs}
      WHEN last_error = ${PARKED} THEN ${PARKED_MS} ELSE ${retryMs} END`

/** Tells whether there are such jobs. */
export async function hasTooFar(db: Db, nowMs: number, furthest: Furthest): Promise<boolean> {
  const { rows } = await sql`SELECT id FROM job WHERE ${tooFar(nowMs, furthest)} LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Makes such jobs due. */
export async function bringBack(db: Db, nowMs: number, furthest: Furthest): Promise<void> {
  await sql`UPDATE job SET run_at = ${nowMs} WHERE ${tooFar(nowMs, furthest)}`.execute(db)
}

/** Takes steps until one finds less than it could have moved; everybody else gets a turn between two. */
async function inSteps(step: () => Promise<bigint | undefined>): Promise<void> {
  while ((await step()) === BigInt(STEP_JOBS)) await turn()
}

import { setImmediate as turn } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { PARKED_MS } from '../../src/domain/webhooks/subscription-health.ts'
import { valueRows, type ListedRow } from '../forms.ts'
import { leaseIdOf, type JobStore } from '../jobs/job-store.ts'
import type { Lease } from '../jobs/lease.ts'
import { stepTransaction } from '../step-transaction.ts'
import type { Db, Trx } from '../tables/schema.ts'
import { claimDeliveries, type ClaimedDelivery } from './claim-deliveries.ts'
import { DueDeliveries } from './due-deliveries.ts'
import { DELIVERY_QUEUE } from './enqueue-deliveries.ts'
import { markDeliveries, type DeliveryOutcome } from './mark-deliveries.ts'

interface Claim {
  jobIds: readonly string[]
  leaseMs: number
  nowMs: number
  /** True where the process is the server: the next server may end these leases, since this one is then gone. */
  isServer: boolean
}

type Marked = Awaited<ReturnType<typeof markDeliveries>> & { claimed: ClaimedDelivery[] }

/**
 * The queue of deliveries, for the code that sends them.
 * @NOTE no org_id: jobs belong to the service; an event is delivered to subscriptions of its own organization alone,
 * which the payload of the job names.
 */
export class DeliveryStore {
  readonly due: DueDeliveries
  readonly jobs: JobStore
  readonly #read: Db
  readonly #write: Db
  readonly #newLease: () => string

  constructor(handles: { read: Db; write: Db }, jobs: JobStore, newLease: () => string) {
    this.#read = handles.read
    this.#write = handles.write
    // The connection that writes has its own latest changes in memory; another one reads them again after each commit.
    this.due = new DueDeliveries(handles.write)
    this.jobs = jobs
    this.#newLease = newLease
  }

  /**
   * Leases those of the named jobs that are still due. The commit does not wait for the disk: a delivery whose lease a
   * power failure undoes is sent again, and receivers recognise it by its id.
   */
  claim(claim: Claim): Promise<ClaimedDelivery[]> {
    return stepTransaction(this.#write, (trx) => this.#claim(trx, claim))
  }

  /**
   * Stores the results of deliveries, and leases other jobs for the slots that are now free, in one transaction. It
   * does not wait for the disk: a killed process does not lose it, but a power failure may.
   */
  mark(
    marks: readonly DeliveryOutcome[],
    options: Parameters<typeof markDeliveries>[2],
    next: Claim,
  ): Promise<Marked> {
    return stepTransaction(this.#write, async (trx) => {
      const marked = await markDeliveries(trx, marks, options)
      return { ...marked, claimed: await this.#claim(trx, next) }
    })
  }

  /** Postpones the due jobs of a subscription whose receiver is down, to `untilMs`; no attempt is spent. */
  deferDue(
    subscriptionId: string,
    { nowMs, untilMs }: { nowMs: number; untilMs: number },
  ): Promise<void> {
    return this.#inSteps(sql`UPDATE job
      SET run_at = ${untilMs}, last_error = ${DEFERRED}
      WHERE id IN (SELECT id FROM job WHERE ${jobsOf(subscriptionId)} AND run_at <= ${nowMs}
        LIMIT ${STEP_JOBS})`)
  }

  /** Makes those jobs of a subscription due that `deferDue` postponed, since the receiver answers again. */
  bringForward(subscriptionId: string, nowMs: number): Promise<void> {
    return this.#inSteps(sql`UPDATE job SET run_at = ${nowMs}, last_error = NULL
      WHERE id IN (SELECT id FROM job WHERE ${jobsOf(subscriptionId)} AND run_at > ${nowMs}
        AND last_error = ${DEFERRED} LIMIT ${STEP_JOBS})`)
  }

  /**
   * Parks the due jobs of a subscription that is paused or disabled: each is due again `PARKED_MS` after it was queued,
   * and then expires. Jobs that have waited for that long already are left as they are.
   */
  #parkDue(subscriptionId: string, nowMs: number): Promise<void> {
    return this.#inSteps(sql`UPDATE job
      SET run_at = created_at + ${PARKED_MS}, last_error = ${PARKED}
      WHERE id IN (SELECT id FROM job WHERE ${jobsOf(subscriptionId)} AND run_at <= ${nowMs}
        AND created_at > ${nowMs - PARKED_MS} LIMIT ${STEP_JOBS})
      AND ${isSubscriptionOff(sql`${subscriptionId}`)}`)
  }

  /** Runs a statement until it changes fewer jobs than one step may; all other work gets a turn between two runs. */
  async #inSteps(step: RawBuilder<unknown>): Promise<void> {
    const isFull = async (): Promise<boolean> =>
      (await step.execute(this.#write)).numAffectedRows === BigInt(STEP_JOBS)
    while (await isFull()) await turn()
  }

  /**
   * Parks leased jobs of subscriptions that send nothing at the moment, with all other due jobs of these subscriptions.
   * A job whose subscription was resumed since then becomes due instead, since the resume did not yet find it among the
   * parked jobs.
   */
  async parkClaimed(
    claimed: readonly (Lease & { subscriptionId: string })[],
    nowMs: number,
  ): Promise<void> {
    const leases = claimed.map(({ id, leaseId }): ListedRow => [id, leaseId])
    await sql`UPDATE job SET lease_id = NULL, last_error = ${PARKED},
        run_at = CASE WHEN ${isSubscriptionOff(sql`job.group_key`)}
          THEN job.created_at + ${PARKED_MS} ELSE ${nowMs} END
      FROM ${valueRows('claimed', { id: 'text', lease_id: 'text' }, leases)}
      WHERE job.id = claimed.id AND job.lease_id = claimed.lease_id`.execute(this.#write)
    for (const id of new Set(claimed.map(({ subscriptionId }) => subscriptionId))) {
      await this.#parkDue(id, nowMs)
    }
  }

  /** Returns true where jobs are due further ahead than they can be. */
  async hasTooFar(nowMs: number, furthest: Furthest): Promise<boolean> {
    const { rows } = await sql`SELECT id FROM job WHERE ${tooFar(nowMs, furthest)} LIMIT 1`.execute(
      this.#read,
    )
    return rows.length > 0
  }

  /** Makes the jobs due at once that `hasTooFar` finds. */
  async bringBack(nowMs: number, furthest: Furthest): Promise<void> {
    await sql`UPDATE job SET run_at = ${nowMs} WHERE ${tooFar(nowMs, furthest)}`.execute(
      this.#write,
    )
  }

  async #claim(trx: Trx, { jobIds, leaseMs, nowMs, isServer }: Claim): Promise<ClaimedDelivery[]> {
    if (jobIds.length === 0) return []
    const leaseId = leaseIdOf(this.#newLease(), { isServer })
    return claimDeliveries(trx, jobIds, { leaseId, nowMs, untilMs: nowMs + leaseMs })
  }
}

/** The jobs of a subscription that one step moves, in a few milliseconds. */
const STEP_JOBS = 2_000

/** The texts that a job stores as its reason for waiting. */
const DEFERRED = 'deferred'
const PARKED = 'parked'

const jobsOf = (subscriptionId: string) =>
  sql`queue = ${sql.lit(DELIVERY_QUEUE)} AND state = 'ready' AND group_key = ${subscriptionId}`

const isSubscriptionOff = (subscriptionId: ReturnType<typeof sql>) =>
  sql`EXISTS (SELECT 1 FROM webhook_subscription WHERE id = ${subscriptionId}
    AND (is_paused = 1 OR disabled_at IS NOT NULL))`

/** The longest times, in milliseconds, that jobs of each kind can be due ahead of now. */
interface Furthest {
  leaseMs: number
  deferMs: number
  retryMs: number
}

/**
 * Returns a condition that holds for jobs that are due further ahead than they can be, where a clock that was ahead put
 * them.
 */
const tooFar = (nowMs: number, { leaseMs, deferMs, retryMs }: Furthest) =>
  sql`queue = ${sql.lit(DELIVERY_QUEUE)} AND state = 'ready' AND run_at > ${nowMs}
    AND run_at > ${nowMs} + CASE WHEN lease_id IS NOT NULL THEN ${leaseMs}
      WHEN last_error IS NULL THEN 0 WHEN last_error = ${DEFERRED} THEN ${deferMs}
      WHEN last_error = ${PARKED} THEN ${PARKED_MS} ELSE ${retryMs} END`

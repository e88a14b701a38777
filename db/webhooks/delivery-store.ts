import { leaseIdOf, type JobStore } from '../jobs/job-store.ts'
import type { Lease } from '../jobs/lease.ts'
import { stepTransaction } from '../step-transaction.ts'
import type { Db, Trx } from '../tables/schema.ts'
import { claimDeliveries, type ClaimedDelivery } from './claim-deliveries.ts'
import { DueDeliveries } from './due-deliveries.ts'
import { markDeliveries, type DeliveryMark } from './mark-deliveries.ts'
import {
  bringBack,
  bringForward,
  deferDue,
  hasTooFar,
  parkClaimed,
  parkDue,
} from './move-deliveries.ts'

interface Claim {
  jobIds: readonly string[]
  leaseMs: number
  nowMs: number
  /** True where the next server may treat these leases as those of a server that is gone. */
  isServer: boolean
}

type Marked = Awaited<ReturnType<typeof markDeliveries>> & { claimed: ClaimedDelivery[] }

/**
 * The queue of deliveries, for the one who sends them.
 * @NOTE no org_id: jobs belong to the service; an event is delivered to subscriptions of its own organization alone, which
 * the payload of the job names.
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
    // The connection that writes has what it just wrote in memory; any other reads it anew after each commit.
    this.due = new DueDeliveries(handles.write)
    this.jobs = jobs
    this.#newLease = newLease
  }

  /**
   * Claims those of the named jobs that are still due. The commit does not wait for the disk: what a power failure takes
   * is claimed and sent again, and receivers know it by its id.
   */
  claim(claim: Claim): Promise<ClaimedDelivery[]> {
    return stepTransaction(this.#write, (trx) => this.#claim(trx, claim))
  }

  /**
   * Stores what became of deliveries, and claims others for the slots that this frees, in one transaction, which a killed
   * process does not lose; it does not wait for the disk either.
   */
  mark(
    marks: readonly DeliveryMark[],
    options: Parameters<typeof markDeliveries>[2],
    next: Claim,
  ): Promise<Marked> {
    return stepTransaction(this.#write, async (trx) => {
      const marked = await markDeliveries(trx, marks, options)
      return { ...marked, claimed: await this.#claim(trx, next) }
    })
  }

  deferDue(subscriptionId: string, times: { nowMs: number; untilMs: number }): Promise<void> {
    return deferDue(this.#write, subscriptionId, times)
  }

  bringForward(subscriptionId: string, nowMs: number): Promise<void> {
    return bringForward(this.#write, subscriptionId, nowMs)
  }

  parkDue(subscriptionId: string, nowMs: number): Promise<void> {
    return parkDue(this.#write, subscriptionId, nowMs)
  }

  /** Parks what was claimed of subscriptions that send nothing at the moment, with all else that is due to them. */
  async parkClaimed(
    claimed: readonly (Lease & { subscriptionId: string })[],
    nowMs: number,
  ): Promise<void> {
    await parkClaimed(this.#write, claimed, nowMs)
    for (const id of new Set(claimed.map(({ subscriptionId }) => subscriptionId))) {
      await this.parkDue(id, nowMs)
    }
  }

  /** Tells whether jobs are due further ahead than can be. */
  hasTooFar(nowMs: number, furthest: Parameters<typeof hasTooFar>[2]): Promise<boolean> {
    return hasTooFar(this.#read, nowMs, furthest)
  }

  bringBack(nowMs: number, furthest: Parameters<typeof bringBack>[2]): Promise<void> {
    return bringBack(this.#write, nowMs, furthest)
  }

  async #claim(trx: Trx, { jobIds, leaseMs, nowMs, isServer }: Claim): Promise<ClaimedDelivery[]> {
    if (jobIds.length === 0) return []
    const leaseId = leaseIdOf(this.#newLease(), { isServer })
    return claimDeliveries(trx, jobIds, { leaseId, nowMs, untilMs: nowMs + leaseMs })
  }
}

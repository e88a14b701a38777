import type { Job } from '../../db/jobs/job-store.ts'
import type { Trx } from '../../db/tables/schema.ts'

/** The job that a handler works on, as the handler sees it. */
export interface RunningJob {
  readonly job: Job
  /**
   * The signal that is aborted when the process stops or the lease was lost; the handler then ends as soon as it can.
   */
  readonly signal: AbortSignal
  /** Notes progress: call it once the disk has something that the next run need not do again. */
  readonly progressed: () => Promise<void>
  /** Ends the job in the transaction of its result. Throws LeaseLostError when another worker has the job by now. */
  complete(trx: Trx): Promise<void>
}

export interface JobHandler {
  /** The most jobs of the queue that run at a time. */
  concurrency: number
  /**
   * The most jobs of one `groupKey` that run at a time, in all processes together; by default as many as
   * `concurrency`.
   */
  concurrencyOfGroup?: number
  leaseMs: number
  /** The most runs that may end in an error before the job is set aside. */
  maxAttempts: number
  /** Returns the milliseconds to wait after the n-th error, counted from 1. */
  backoffMs: (attempt: number) => number
  /** The most milliseconds for which jobs are planned ahead, beyond their leases and retries; by default 0. */
  plannedAheadMs?: number
  /**
   * Runs a job. A run that returns without `complete` is completed. Throw `GiveUpError` where another run cannot help.
   */
  run(running: RunningJob): Promise<void>
  /**
   * Does what follows from a job that is set aside for good. `bury` sets it aside, in the transaction of what follows:
   * a crash leaves both or neither. It throws LeaseLostError when another worker has the job by now.
   */
  buried(job: Job, bury: (trx: Trx) => Promise<void>): Promise<void>
}

/** The error of a job that no further run can help; the job is set aside. */
export class GiveUpError extends Error {}

/** Returns how far ahead a job of a queue can be due at most: a later job was stored while the clock was ahead. */
export function furthestMs({
  leaseMs,
  maxAttempts,
  backoffMs,
  plannedAheadMs = 0,
}: JobHandler): number {
  const backoffs = Array.from({ length: maxAttempts }, (_, i) => backoffMs(i + 1))
  return Math.max(leaseMs, plannedAheadMs, ...backoffs)
}

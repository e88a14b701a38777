import { enqueueJobs, type NewJob } from '../jobs/job-store.ts'
import type { Trx } from '../tables/schema.ts'
import { TenantStore } from './tenant-store.ts'

/**
 * Adds and ends jobs in the transactions of one organization. A job has no organization of its own: its payload names
 * the organization, and no caller names a job.
 */
export class TenantJobs extends TenantStore {
  /** Adds jobs in the transaction of the change that asks for them, without waking their queues. */
  async enqueue(jobs: readonly NewJob[], atMs: number): Promise<void> {
    await enqueueJobs(this.handles.write, jobs, atMs)
  }

  /** Adds a job, and wakes its queue after the commit; returns false where the `dedupeKey` of the job is taken. */
  async enqueueOnce(job: NewJob, atMs: number): Promise<boolean> {
    const added = await enqueueJobs(this.handles.write, [job], atMs)
    this.handles.grown?.add(job.queue)
    return added > 0
  }

  /** Ends a job together with what it stored; throws outside of a transaction. */
  async end(complete: (trx: Trx) => Promise<void>): Promise<void> {
    await complete(this.transacting('A job ends in the transaction of its result'))
  }
}

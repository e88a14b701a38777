import { enqueueJobs, type NewJob } from '../jobs/job-store.ts'
import type { Handles } from '../handles.ts'
import type { Db, Trx } from '../tables/schema.ts'

/**
 * Adds and ends jobs in the transactions of one organization. A job has no organization of its own: its payload names
 * it, and no caller names a job. Only TenantDb makes one.
 */
export class TenantJobs {
  readonly #write: Db | Trx
  readonly #grown: Handles['grown']

  constructor({ write, grown }: Pick<Handles, 'write' | 'grown'>) {
    this.#write = write
    this.#grown = grown
  }

  /** Adds jobs in the transaction of the change that asks for them. */
  async enqueue(jobs: readonly NewJob[], atMs: number): Promise<void> {
    await enqueueJobs(this.#write, jobs, atMs)
  }

  /** Adds a job that is due, and wakes its queue after the commit. False where its `dedupeKey` is taken. */
  async enqueueOnce(job: NewJob, atMs: number): Promise<boolean> {
    const added = await enqueueJobs(this.#write, [job], atMs)
    this.#grown?.add(job.queue)
    return added > 0
  }

  /** Ends a job with what it stored; only within a transaction. */
  async end(complete: (trx: Trx) => Promise<void>): Promise<void> {
    if (!this.#write.isTransaction) throw new Error('A job ends in the transaction of its result')
    // @NOTE callers hold a transaction, as the sentence above demands.
    await complete(this.#write as Trx)
  }
}

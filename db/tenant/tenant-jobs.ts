import { enqueueJobs, type NewJob } from '../jobs/job-store.ts'
import type { Db, Trx } from '../tables/schema.ts'

/**
 * Adds and ends jobs in the transactions of one organization. A job has no organization of its own: its payload names
 * it, and no caller names a job. Only TenantDb makes one.
 */
export class TenantJobs {
  readonly #write: Db | Trx

  constructor({ write }: { write: Db | Trx }) {
    this.#write = write
  }

  /** Adds jobs in the transaction of the change that asks for them. */
  enqueue(jobs: readonly NewJob[], atMs: number): Promise<void> {
    return enqueueJobs(this.#write, jobs, atMs)
  }

  /** Ends a job with what it stored; only within a transaction. */
  async end(complete: (trx: Trx) => Promise<void>): Promise<void> {
    if (!this.#write.isTransaction) throw new Error('A job ends in the transaction of its result')
    // @NOTE callers hold a transaction, as the sentence above demands.
    await complete(this.#write as Trx)
  }
}

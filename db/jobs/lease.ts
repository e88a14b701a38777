import { sql, type RawBuilder } from 'kysely'

/** A run's claim on a job, as it got it. */
export interface Lease {
  /** Of the job. */
  readonly id: string
  readonly leaseId: string
}

/** The job is another run's by now, or what it works on has ended: nothing of this run may be stored. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'

  constructor() {
    super('The lease of the job was lost')
  }
}

/** Whether a run still has its job: part of the statement that stores its result, so that nothing gets in between. */
export const isLeaseHeld = ({ id, leaseId }: Lease): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM job WHERE id = ${id} AND lease_id = ${leaseId})`

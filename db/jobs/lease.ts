import { sql, type RawBuilder } from 'kysely'
import type { NamedParameter } from '../prepared-statement.ts'

/** The claim of one run on a job, as the run got it. */
export interface Lease {
  /** The id of the job. */
  readonly id: string
  readonly leaseId: string
}

/** The job belongs to another run, or the job's work has ended, so nothing of this run may be stored. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'

  constructor() {
    super('The lease of the job was lost')
  }
}

/**
 * Returns a condition that holds while a run has its job. It is part of the statement that stores the result, so that
 * no other process gets in between.
 */
export const isLeaseHeld = ({
  id,
  leaseId,
}: Readonly<Record<keyof Lease, string | NamedParameter>>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM job WHERE id = ${id} AND lease_id = ${leaseId})`

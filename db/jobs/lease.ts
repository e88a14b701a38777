import { sql, type RawBuilder } from 'kysely'
import type { NamedParameter } from '../prepared-statement.ts'

/** A run's claim on a job, as it got it. */
export interface Lease {
  /** Id of the job. */
  readonly id: string
  readonly leaseId: string
}

/** The job belongs to another run, or its work has ended: nothing of this run may be stored. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'

  constructor() {
    super('The lease of the job was lost')
  }
}

/** Holds while a run has its job. It is part of the statement that stores the result, so nothing gets in between. */
export const isLeaseHeld = ({
  id,
  leaseId,
}: Readonly<Record<keyof Lease, string | NamedParameter>>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM job WHERE id = ${id} AND lease_id = ${leaseId})`

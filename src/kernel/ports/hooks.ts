import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { Plan } from '../plan/plans.ts'
import type { Actor } from '../door/principal.ts'

/** The job of a scan that was asked for, in the form that the answer to creating a site shows. */
export interface ScanJobRef {
  id: string
  state: string
}

/**
 * Functions by which features call each other without imports. A hook runs inside the transaction of the change that it
 * follows.
 */
export interface Hooks {
  /** Runs after a site was created with `scan` wanted; returns the scan job that it started, if it started one. */
  siteCreated(
    db: TenantDb,
    site: { id: string; plan: Plan; actor: Actor },
  ): Promise<ScanJobRef | null>
  /**
   * Runs before a site is deleted, and charges the scan and the run that are under way on the site for what they did.
   */
  siteDeleted(db: TenantDb, siteId: string): Promise<void>
}

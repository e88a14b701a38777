import type { Selectable } from 'kysely'
import type { Handles } from '../handles.ts'
import type { Tables, Trx } from '../tables/schema.ts'
import { SiteReach } from './site-reach.ts'

/** The columns of a row that a caller gives; the store itself fills in its organization. */
export type OwnRow<T extends keyof Tables> = Omit<Selectable<Tables[T]>, 'org_id'>

/**
 * The base of stores for the rows of one organization, as far as the caller reaches its sites. Only TenantDb makes an
 * instance.
 */
export class TenantStore {
  protected readonly handles: Handles
  protected readonly orgId: string
  protected readonly reach: SiteReach

  constructor(handles: Handles, orgId: string, reach: SiteReach = SiteReach.ALL) {
    this.handles = handles
    this.orgId = orgId
    this.reach = reach
  }

  /** Returns the transaction of the caller. Without one, throws an error with the reason for which it is needed. */
  protected transacting(reason: string): Trx {
    const { write } = this.handles
    if (!write.isTransaction) throw new Error(reason)
    // @NOTE `isTransaction` says that it is one.
    return write as Trx
  }
}

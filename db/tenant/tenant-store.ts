import type { Handles } from '../handles.ts'
import { SiteReach } from './site-reach.ts'

/** Rows of one organization, as far as the caller reaches its sites. Only TenantDb makes one. */
export class TenantStore {
  protected readonly handles: Handles
  protected readonly orgId: string
  protected readonly reach: SiteReach

  constructor(handles: Handles, orgId: string, reach: SiteReach = SiteReach.ALL) {
    this.handles = handles
    this.orgId = orgId
    this.reach = reach
  }
}

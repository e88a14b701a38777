import type { Handles } from '../handles.ts'
import type { ScanRow } from '../scans/scan-rows.ts'
import type { SiteDb } from '../site-db.ts'
import type { SiteReach } from './site-reach.ts'
import { TenantSites } from './tenant-sites.ts'

/** The scans of all sites of one organization. Only TenantDb makes one. */
export class TenantScans {
  readonly #handles: Handles
  readonly #orgId: string
  readonly #reach: SiteReach

  constructor(handles: Handles, orgId: string, reach: SiteReach) {
    this.#handles = handles
    this.#orgId = orgId
    this.#reach = reach
  }

  /** Returns a scan by its id, with its site; undefined in another organization. */
  async find(id: string): Promise<{ row: ScanRow; site: SiteDb } | undefined> {
    const row = await this.#handles.read
      .selectFrom('scan')
      .selectAll()
      .where('scan.org_id', '=', this.#orgId)
      .where('scan.id', '=', id)
      .executeTakeFirst()
    const site =
      row &&
      (await new TenantSites(this.#handles, this.#orgId, { reach: this.#reach }).find(row.site_id))
    return row && site && { row, site }
  }
}

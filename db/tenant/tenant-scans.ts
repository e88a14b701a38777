import type { ScanRow } from '../scans/scan-rows.ts'
import type { SiteDb } from '../site-db.ts'
import { TenantSites } from './tenant-sites.ts'
import { TenantStore } from './tenant-store.ts'

/** The scans of all sites of one organization. */
export class TenantScans extends TenantStore {
  /** Returns a scan by its id, with its site; undefined where no site within reach has it. */
  async find(id: string): Promise<{ row: ScanRow; site: SiteDb } | undefined> {
    const row = await this.handles.read
      .selectFrom('scan')
      .selectAll()
      .where('scan.org_id', '=', this.orgId)
      .where('scan.id', '=', id)
      .executeTakeFirst()
    const site =
      row && (await new TenantSites(this.handles, this.orgId, this.reach).find(row.site_id))
    return row && site && { row, site }
  }
}

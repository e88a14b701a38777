import type { CitationRunRow } from '../citations/run-rows.ts'
import { countsForPlan } from '../citations/run-store.ts'
import type { SiteDb } from '../site-db.ts'
import { TenantSites } from './tenant-sites.ts'
import { TenantStore } from './tenant-store.ts'

/** The runs of the Citation Monitor of all sites of one organization. */
export class TenantCitationRuns extends TenantStore {
  /** Returns a run by its id, with its site; undefined where no site within reach has it. */
  async find(id: string): Promise<{ row: CitationRunRow; site: SiteDb } | undefined> {
    const row = await this.handles.read
      .selectFrom('citation_run')
      .selectAll()
      .where('citation_run.org_id', '=', this.orgId)
      .where('citation_run.id', '=', id)
      .executeTakeFirst()
    const site =
      row && (await new TenantSites(this.handles, this.orgId, this.reach).find(row.site_id))
    return row && site && { row, site }
  }

  /**
   * Returns the times at which the newest runs of all sites since an instant were queued; only of runs that count for
   * the plan.
   */
  async queuedSince(sinceMs: number, limit: number): Promise<number[]> {
    const rows = await this.handles.read
      .selectFrom('citation_run')
      .select('queued_at')
      .where('site_num', 'in', (eb) =>
        eb.selectFrom('site').select('num').where('org_id', '=', this.orgId),
      )
      .where('queued_at', '>', sinceMs)
      .where(countsForPlan)
      .orderBy('queued_at', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => row.queued_at)
  }
}

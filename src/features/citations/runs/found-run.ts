import type { CitationRunRow } from '../../../../db/citations/run-rows.ts'
import type { SiteDb } from '../../../../db/site-db.ts'
import type { TenantDb } from '../../../../db/tenant/tenant-db.ts'

/** A run with its site and the database of its organization. */
export interface FoundRun {
  db: TenantDb
  site: SiteDb
  row: CitationRunRow
}

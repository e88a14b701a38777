import type { NewScan } from './scan-rows.ts'

export interface SiteToScan {
  num: number
  id: string
  orgId: string
}

/** Makes the row of a scan that waits for its job. */
export const newScanRow = (
  site: SiteToScan,
  { id, kind, origin, options, requestedBy, at }: NewScan,
) => ({
  id,
  org_id: site.orgId,
  site_num: site.num,
  site_id: site.id,
  kind,
  origin,
  state: 'queued',
  phase: 'discover',
  seq: 1,
  is_canceled: 0,
  discovered: 0,
  fetched: 0,
  skipped: 0,
  failed: 0,
  options,
  tally: '{}',
  error: null,
  attempts: 0,
  requested_by: requestedBy,
  queued_at: at,
  started_at: null,
  finished_at: null,
  credits_spent: null,
})

import * as z from 'zod'
import type { ScanAddressRow } from '../../../db/scans/scan-addresses.ts'
import { SCAN_WARNINGS } from './crawl/tally.ts'

export const SCAN_OUTCOMES = ['failed', 'redirected', 'skipped'] as const

/** The reasons why an address became no page: a warning of the scan, or a redirect within the site. */
export const SCAN_REASONS = [...SCAN_WARNINGS, 'REDIRECT'] as const

/** An address that a scan met and that became no page. */
export const ScanAddress = z
  .object({
    url: z.string(),
    outcome: z.enum(SCAN_OUTCOMES),
    reason: z
      .string()
      .describe('A warning of the scan, or REDIRECT for a redirect within the site'),
    httpStatus: z.int().nullable().describe('null where nothing was asked or answered'),
    targetUrl: z.string().nullable().describe('Where it leads, or whose page it is'),
  })
  .meta({ id: 'ScanAddress' })

export const toScanAddress = (row: ScanAddressRow): z.input<typeof ScanAddress> => ({
  url: row.url,
  outcome: SCAN_OUTCOMES.find((known) => known === row.outcome) ?? 'skipped',
  reason: row.reason,
  httpStatus: row.http_status,
  targetUrl: row.target_url,
})

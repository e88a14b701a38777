import * as z from 'zod'
import { notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineList } from '../../kernel/reads/define-list.ts'
import { ScanAddress, SCAN_OUTCOMES, SCAN_REASONS, toScanAddress } from './scan-address.ts'

/** GET /scan/:jobId/addresses: every address that a scan met and that became no page, and why. */
export const listAddresses = defineList({
  name: 'scans.addresses',
  summary: 'Addresses that failed, were skipped or lead elsewhere, with the reason of each',
  access: { by: 'scope', anyOf: ['sites:read'] },
  path: '/scan/:jobId/addresses',
  fields: {
    jobId: PathId,
    outcome: z.enum(SCAN_OUTCOMES).optional().describe('Only those that ended so'),
    reason: z.enum(SCAN_REASONS).optional().describe('Only those for this reason'),
  },
  async read({ ctx: { db } }, { jobId, outcome, reason }, { after, limit }) {
    const found = await db.scans.find(jobId)
    if (!found) throw notFound('scan')
    const range = { outcome, reason, after: Number(after?.[0] ?? 0), limit }
    return { rows: await found.site.scans.addresses(found.row.num, range) }
  },
  key: ({ seq }) => [seq],
  item: ScanAddress,
  toItem: toScanAddress,
})

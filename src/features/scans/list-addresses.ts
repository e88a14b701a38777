import * as z from 'zod'
import { cursorBinding } from '../../kernel/cursor.ts'
import { notFound } from '../../kernel/errors.ts'
import { Cursor, DefaultPageLimit, PathId } from '../../kernel/inputs.ts'
import { listOf } from '../../kernel/list.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { ScanAddress, SCAN_OUTCOMES, SCAN_REASONS, toScanAddress } from './scan-address.ts'

/** GET /scan/:jobId/addresses: every address that a scan met and that became no page, and why. */
export const listAddresses = defineOperation({
  name: 'scans.addresses',
  summary: 'Addresses that failed, were skipped or lead elsewhere, with the reason of each',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read'] },
  http: { surface: 'api', method: 'get', path: '/scan/:jobId/addresses' },
  input: z.strictObject({
    jobId: PathId,
    outcome: z.enum(SCAN_OUTCOMES).optional().describe('Only those that ended so'),
    reason: z.enum(SCAN_REASONS).optional().describe('Only those for this reason'),
    limit: DefaultPageLimit,
    cursor: Cursor,
  }),
  output: listOf(ScanAddress),
  async handler({ app, db }, { jobId, ...input }) {
    const found = await db.scans.find(jobId)
    if (!found) throw notFound('scan')
    const { site, row } = found
    const { outcome, reason, limit, cursor } = input
    const binding = cursorBinding(`scans.addresses ${row.id}`, input)
    const after = cursor === undefined ? 0 : Number(app.cursors.open(binding, cursor)[0])
    const range = { outcome, reason, after, limit: limit + 1 }
    const rows = await site.scans.addresses(row.num, range)
    const last = rows[limit - 1]
    return {
      items: rows.slice(0, limit).map(toScanAddress),
      nextCursor: rows.length > limit && last ? app.cursors.sign(binding, [last.seq]) : null,
    }
  },
})

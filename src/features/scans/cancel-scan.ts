import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { isEnded, ScanJob, toScanJob } from './scan.ts'
import { settleScan } from './scan-credits.ts'

/**
 * DELETE /scan/:jobId: cancels a scan. All that the scan stored stays; a scan that has already ended is not changed.
 */
export const cancelScan = defineOperation({
  name: 'scans.cancel',
  summary: 'Stop a scan',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: { method: 'delete', path: '/scan/:jobId' },
  input: z.strictObject({ jobId: PathId }),
  output: ScanJob,
  async handler(ctx, { jobId }) {
    const { app, db } = ctx
    const now = await db.transaction(async (trx) => {
      const found = await trx.scans.find(jobId)
      if (!found) throw notFound('scan')
      const { row, site } = found
      if (isEnded(row)) return row
      await site.scans.update(row.num, { is_canceled: 1 })
      await auditCall(ctx, trx, 'scan.cancel', site.row.id, { scan: jobId })
      // A queued scan has no run that could end it; its job finds it ended.
      if (row.state === 'queued') {
        const creditsSpent = await settleScan(app, trx, { id: jobId, pages: 0 })
        const end = {
          state: 'canceled',
          error: null,
          tally: row.tally,
          at: app.now(),
          creditsSpent,
        }
        await site.scans.finish(row.num, end)
      }
      return (await trx.scans.find(jobId))?.row ?? row
    })
    app.signals.changed(jobId)
    return toScanJob(now)
  },
})

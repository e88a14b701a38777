import * as z from 'zod'
import { notFound } from '../../core/errors.ts'
import { PathId } from '../../core/inputs.ts'
import { defineOperation } from '../../core/operation.ts'
import { isEnded, ScanJob, toScanJob } from './scan.ts'

/** DELETE /api/v1/scan/:jobId: what was stored stays; what has ended stays as it ended. */
export const cancelScan = defineOperation({
  name: 'scans.cancel',
  summary: 'Stop a scan',
  effect: 'write',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: { method: 'delete', path: '/scan/:jobId' },
  input: z.strictObject({ jobId: PathId }),
  output: ScanJob,
  async handler({ app, db }, { jobId }) {
    const found = await db.scan(jobId)
    if (!found) throw notFound('scan')
    if (!isEnded(found.row)) {
      await found.site.scans.update(found.row.num, { is_canceled: 1 })
      app.signals.changed(jobId)
    }
    const now = await db.scan(jobId)
    return toScanJob(now?.row ?? found.row)
  },
})

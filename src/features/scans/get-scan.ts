import * as z from 'zod'
import type { ScanRow } from '../../../db/scans/scan-rows.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { watchWork } from '../../queue/watch-work.ts'
import { isEnded, ScanJob, toScanJob } from './scan.ts'

/**
 * The names of the server-sent events. None of them is `error`, since a browser's EventSource has an event of its own
 * by that name.
 */
const EVENTS = {
  progress: 'the scan has changed; at most four a second',
  done: 'the end: it succeeded, in whole or in part',
  failed: 'the end: it failed',
  canceled: 'the end: it was canceled',
} as const

/** GET /scan/:jobId (contract 4.1): the scan as it stands, or its progress as server-sent events. */
export const getScan = defineOperation({
  name: 'scans.get',
  summary: 'Progress of a scan',
  access: { by: 'scope', anyOf: ['sites:read'] },
  http: { method: 'get', path: '/scan/:jobId', events: EVENTS },
  input: z.strictObject({ jobId: PathId }),
  output: ScanJob,
  async handler({ db }, { jobId }) {
    const found = await db.scans.find(jobId)
    if (!found) throw notFound('scan')
    return toScanJob(found.row)
  },
  async watch({ app, db }, { jobId: id }, options) {
    const find = async () => (await db.scans.find(id))?.row
    const row = await find()
    if (!row) throw notFound('scan')
    return watchWork<ScanRow>(app, { id, find, hasEnded: isEnded, toEvent }, row, options)
  },
})

const toEvent = (row: ScanRow) => ({ event: eventOf(row), data: ScanJob.parse(toScanJob(row)) })

function eventOf(row: Pick<ScanRow, 'state'>): keyof typeof EVENTS {
  if (!isEnded(row)) return 'progress'
  return row.state === 'failed' || row.state === 'canceled' ? row.state : 'done'
}

import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { notFound } from '../../core/errors.ts'
import { PathId } from '../../core/inputs.ts'
import { defineOperation, type OrgContext } from '../../core/operation.ts'
import type { ServerEvent } from '../../core/server-event.ts'
import { isEnded, ScanJob, toScanJob } from './scan.ts'

/** At most four a second. */
const MIN_INTERVAL_MS = 250
/** Another process may work on the scan; ours says when something changed. */
const POLL_MS = 1_000

/** GET /api/v1/scan/:jobId (contract 4.1): the scan as it stands, or its progress as server-sent events. */
export const getScan = defineOperation({
  name: 'scans.get',
  summary: 'Progress of a scan',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read'] },
  http: { method: 'get', path: '/scan/:jobId' },
  input: z.strictObject({ jobId: PathId }),
  output: ScanJob,
  async handler({ db }, { jobId }) {
    const found = await db.scan(jobId)
    if (!found) throw notFound('scan')
    return toScanJob(found.row)
  },
  async watch(ctx, { jobId }, { lastEventId, signal }) {
    const found = await ctx.db.scan(jobId)
    if (!found) throw notFound('scan')
    return progress(ctx, jobId, lastEventId, signal)
  },
})

/** Each change once, and the end: `done` for a scan that ended well or was canceled, `error` for one that failed. */
async function* progress(
  { app, db }: OrgContext,
  jobId: string,
  lastEventId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  using watch = app.signals.watch(jobId)
  let seen = /^\d{1,9}$/.test(lastEventId ?? '') ? Number(lastEventId) : 0
  while (!signal.aborted) {
    const found = await db.scan(jobId)
    if (!found) return // deleted with its site
    const { row } = found
    const ended = isEnded(row)
    if (row.seq > seen || ended) {
      seen = row.seq
      const event = !ended ? 'progress' : row.state === 'failed' ? 'error' : 'done'
      yield { id: String(row.seq), event, data: ScanJob.parse(toScanJob(row)) }
    }
    if (ended) return
    await sleep(MIN_INTERVAL_MS)
    await watch.next(POLL_MS, signal)
  }
}

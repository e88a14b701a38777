import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import type { ScanRow } from '../../../db/scans/scan-rows.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { notOfStream, type ServerSentEvent } from '../../kernel/door/server-sent-event.ts'
import { isEnded, ScanJob, toScanJob } from './scan.ts'

/** Milliseconds between two events, so at most four a second. */
const MIN_INTERVAL_MS = 250
/** Interval of polling for the progress of a scan in another process; this process is notified. */
const POLL_MS = 1_000

/** The names of events. None is called `error`, since a browser's EventSource has one of its own by that name. */
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
  async watch(ctx, { jobId }, { lastEventId, signal }) {
    const found = await ctx.db.scans.find(jobId)
    if (!found) throw notFound('scan')
    const { row } = found
    const seen = seenOf(lastEventId, row)
    return isEnded(row) && seen === row.seq ? undefined : progress(ctx, jobId, seen, signal)
  },
})

/** Reads the last change that a client saw. Throws BAD_REQUEST for what is no id of a change. */
function seenOf(lastEventId: string | undefined, { seq }: Pick<ScanRow, 'seq'>): number {
  if (lastEventId === undefined) return 0
  if (!/^\d{1,9}$/.test(lastEventId)) throw notOfStream()
  // An id that is not reached yet is not ours, so the client has seen what there is.
  return Math.min(Number(lastEventId), seq)
}

/** Yields each change once, and the end. */
async function* progress(
  { app, db }: OrgContext,
  jobId: string,
  lastSeen: number,
  signal: AbortSignal,
): AsyncGenerator<ServerSentEvent> {
  using watch = app.signals.watch(jobId)
  let seen = lastSeen
  while (!signal.aborted) {
    const found = await db.scans.find(jobId)
    if (!found) return // the scan was deleted with its site
    const { row } = found
    const ended = isEnded(row)
    if (row.seq > seen || ended) {
      seen = row.seq
      yield { id: String(row.seq), event: eventOf(row), data: ScanJob.parse(toScanJob(row)) }
    }
    if (ended) return
    await sleep(MIN_INTERVAL_MS)
    await watch.next(POLL_MS, signal)
  }
}

function eventOf(row: Pick<ScanRow, 'state'>): keyof typeof EVENTS {
  if (!isEnded(row)) return 'progress'
  return row.state === 'failed' || row.state === 'canceled' ? row.state : 'done'
}

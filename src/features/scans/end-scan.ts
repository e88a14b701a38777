import type { Trx } from '../../../db/tables/schema.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { ScanRow } from '../../../db/scans/scan-rows.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import type { DomainEvent } from '../../domain/webhooks/event-types.ts'
import { domainEvent } from '../../kernel/door/domain-events.ts'
import type { ScanTally } from './crawl/tally.ts'
import { isEnded, type ScanError } from './scan.ts'
import { settleScan } from './scan-credits.ts'

/** The state in which a scan ends, with its error, if any. */
export interface ScanEnd {
  state: 'succeeded' | 'partial' | 'failed' | 'canceled'
  error: ScanError | null
}

/**
 * Ends a scan and its job, charges for it, and emits the event, in one transaction. A scan that had already ended is
 * left as it is.
 */
export async function endScan(
  app: AppContext,
  { db, row }: { db: TenantDb; row: ScanRow },
  end: ScanEnd,
  tally: ScanTally,
  endJob: (trx: Trx) => Promise<void>,
): Promise<void> {
  const { state, error } = end
  const stored = {
    state,
    error: error && JSON.stringify(error),
    tally: JSON.stringify(tally),
    at: app.now(),
  }
  await db.transaction(async (trx) => {
    const site = await trx.sites.find(row.site_id)
    const before = await trx.scans.find(row.id)
    if (site && before && !isEnded(before.row)) {
      const creditsSpent = await settleScan(app, trx, { id: row.id, pages: tally.pages })
      await site.scans.finish(row.num, { ...stored, creditsSpent })
      const ended = await trx.scans.find(row.id)
      const event = ended && eventOf(ended.row, end, tally)
      if (event) await trx.emit(domainEvent(app, event), site)
    }
    await trx.jobs.end(endJob)
  })
  logEnd(app, row, end)
  app.signals.changed(row.id)
}

type ScanEvent = Extract<DomainEvent, { event: 'scan.completed' | 'scan.failed' }>

/**
 * Makes the event of a scan that ended; undefined for a canceled scan, since its caller knows of the end. `row` is the
 * scan as it ended.
 */
function eventOf(row: ScanRow, { state, error }: ScanEnd, tally: ScanTally): ScanEvent | undefined {
  // @NOTE the column is written by us alone, and the event's schema checks it once more.
  const kind = row.kind as ScanEvent['payload']['kind']
  const scan = { siteId: row.site_id, jobId: row.id, kind }
  if (error) {
    return { event: 'scan.failed', payload: { ...scan, ...error, attempts: row.attempts } }
  }
  if (state !== 'succeeded' && state !== 'partial') return undefined
  const { pages, added, changed, removed, promptsGenerated, promptsUpdated, score } = tally
  const prompts = promptsGenerated + promptsUpdated
  const endedAt = row.finished_at ?? row.queued_at
  const durationMs = Math.max(0, endedAt - (row.started_at ?? endedAt))
  return {
    event: 'scan.completed',
    payload: { ...scan, state, pages, added, changed, removed, prompts, score, durationMs },
  }
}

/** Logs one line for each scan, as a warning for a failed one. */
function logEnd({ log }: AppContext, row: ScanRow, { state, error }: ScanEnd): void {
  const line = { scanId: row.id, siteId: row.site_id, state }
  if (error) log.warn({ ...line, code: error.code }, 'scan failed')
  else log.info(line, 'scan ended')
}

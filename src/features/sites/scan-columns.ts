import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import type { Plan } from '../../kernel/plan/plans.ts'
import { nextScanAt, scheduleOf } from '../../domain/scans/scan-schedule.ts'
import { scheduleJob, changedScanSettings, type ScanSettingsInput } from '../scans/face.ts'

/** The columns of a site that hold its scan settings and the time of its next scan. */
interface ScanColumns {
  scan_schedule: string
  scan_options: string
  next_scan_at: number | null
}

export const NO_SCANS_PLANNED: ScanColumns = {
  scan_schedule: 'off',
  scan_options: '{}',
  next_scan_at: null,
}

/**
 * Returns the scan columns after a change of the settings. A changed schedule gets a new time for its next scan. Throws
 * PLAN_REQUIRED for a setting that the plan does not allow.
 */
export function scanColumns(
  before: ScanColumns & { id: string },
  input: ScanSettingsInput,
  { plan, nowMs, lastScanAt }: { plan: Plan; nowMs: number; lastScanAt: number | null },
): ScanColumns {
  const changed = changedScanSettings(before, input, plan)
  const isSame = changed.scan_schedule === before.scan_schedule
  const schedule = scheduleOf(changed.scan_schedule)
  return {
    ...changed,
    next_scan_at: isSame
      ? before.next_scan_at
      : nextScanAt(before.id, schedule, { nowMs, lastScanAt }),
  }
}

/**
 * Adds the job of the next scan round, in the transaction that stores the time of that round. A job whose time is no
 * longer the stored one ends without effect.
 */
export async function enqueueRound(
  app: AppContext,
  trx: TenantDb,
  { id: siteId, next_scan_at: dueAt }: { id: string; next_scan_at: number | null },
): Promise<void> {
  if (dueAt === null) return
  const job = scheduleJob(app.newId('job'), { orgId: trx.orgId, siteId, dueAt })
  await trx.jobs.enqueue([job], app.now())
}

/**
 * Returns the time at which the last scan of a site ended, epoch ms: now while that scan waits or runs, null where
 * there was no scan.
 */
export async function findLastScanAt(
  trx: TenantDb,
  siteId: string,
  nowMs: number,
): Promise<number | null> {
  const scan = await (await trx.sites.find(siteId))?.scans.latest()
  return scan ? (scan.finished_at ?? nowMs) : null
}

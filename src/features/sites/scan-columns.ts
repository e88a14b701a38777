import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import type { Plan } from '../../kernel/plan/plans.ts'
import { nextScanAt, scheduleOf } from '../../domain/scans/scan-schedule.ts'
import { scheduleJob, changedScanSettings, type ScanSettingsInput } from '../scans/face.ts'

/** The columns that say how a site is scanned. */
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
 * Returns the columns after a change of the settings; a new schedule begins a time of its own. Throws PLAN_REQUIRED
 * where the plan does not reach that far.
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
 * Adds the job of the next round, in the transaction that stores its time. Jobs of earlier plans end without effect.
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

/** Finds when the site was last scanned: now while it is being scanned, null where it never was. */
export async function findLastScanAt(
  trx: TenantDb,
  siteId: string,
  nowMs: number,
): Promise<number | null> {
  const scan = await (await trx.sites.find(siteId))?.scans.latest()
  return scan ? (scan.finished_at ?? nowMs) : null
}

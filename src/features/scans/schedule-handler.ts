import * as z from 'zod'
import type { Job } from '../../../db/jobs/job-store.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { Trx } from '../../../db/tables/schema.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { grantedPlan, PLAN_COLUMNS } from '../../kernel/plan/granted-plan.ts'
import { PLAN_LIMITS, type Plan } from '../../kernel/plan/plans.ts'
import {
  nextScanAt,
  rarerSchedule,
  scheduleOf,
  type ScanSchedule,
} from '../../domain/scans/scan-schedule.ts'
import { scheduleJob } from './schedule-job.ts'
import { scanBounds } from './scan-settings.ts'
import type { RunningJob } from '../../queue/job-handler.ts'
import { queueScan, SCAN_QUEUE } from './queue-scan.ts'
import { tellSkipped } from './scan-credits.ts'

const Payload = z.object({ orgId: z.string(), siteId: z.string(), dueAt: z.int() })

/** The actor of a scan that a schedule started. */
const ACTOR = { type: 'system', id: 'schedule' } as const

/** A round of scans that is due on a site. */
interface Round {
  site: SiteDb
  plan: Plan
  /** The schedule that the owner chose, or the rarer one that the plan allows. */
  schedule: ScanSchedule
}

export async function runRound(app: AppContext, running: RunningJob): Promise<void> {
  const { orgId } = Payload.parse(JSON.parse(running.job.payload))
  const isQueued = await app.tenant(orgId).transaction(async (trx) => {
    const round = await roundOf(app, trx, running.job)
    const scan = round && (await scanNow(app, trx, round))
    if (round) await planNext(app, trx, round)
    await trx.jobs.end((raw) => running.complete(raw))
    return scan !== undefined
  })
  if (isQueued) app.background.wakeJobs(SCAN_QUEUE)
}

/** Skips a round that could not be started, and plans the next one. */
export async function skipRound(
  app: AppContext,
  job: Job,
  setAside: (trx: Trx) => Promise<void>,
): Promise<void> {
  const { orgId } = Payload.parse(JSON.parse(job.payload))
  await app.tenant(orgId).transaction(async (trx) => {
    const round = await roundOf(app, trx, job)
    if (round) await planNext(app, trx, round)
    await trx.jobs.end(setAside)
  })
}

/**
 * Finds the round that a job is to start; undefined where the site is gone, or its schedule was turned off or changed
 * since.
 */
async function roundOf(app: AppContext, trx: TenantDb, job: Job): Promise<Round | undefined> {
  const { siteId, dueAt } = Payload.parse(JSON.parse(job.payload))
  const site = await trx.sites.find(siteId)
  if (site?.row.next_scan_at !== dueAt) return undefined
  const org = await trx.organization().select(PLAN_COLUMNS).executeTakeFirstOrThrow()
  const plan = grantedPlan(org, app.now())
  const wanted = scheduleOf(site.row.scan_schedule)
  return { site, plan, schedule: rarerSchedule(wanted, PLAN_LIMITS[plan].scanSchedule) }
}

/**
 * Queues the scan of a round and returns its id; undefined where the schedule is off, the site is paused, a scan is
 * under way, or no credits are left.
 */
async function scanNow(
  app: AppContext,
  trx: TenantDb,
  { site, plan, schedule }: Round,
): Promise<string | undefined> {
  const isWanted = schedule !== 'off' && site.row.status !== 'paused'
  if (!isWanted || (await site.scans.active())) return undefined
  const scan = await queueScan(app, trx, site, {
    kind: (await site.scans.latest()) ? 'rescan' : 'onboarding',
    trigger: 'schedule',
    options: scanBounds(site.row, plan),
    actor: ACTOR,
  })
  if (scan === undefined) await tellSkipped(app, trx, { siteId: site.row.id, actor: ACTOR })
  return scan
}

async function planNext(app: AppContext, trx: TenantDb, { site, schedule }: Round): Promise<void> {
  const { id: siteId, org_id: orgId, scan_schedule } = site.row
  const now = app.now()
  // If the plan allows no schedule, rounds go on without a scan until it does again.
  const rhythm = schedule === 'off' ? scheduleOf(scan_schedule) : schedule
  const dueAt = nextScanAt(siteId, rhythm, { nowMs: now, lastScanAt: now })
  await trx.sites.update(siteId).set({ next_scan_at: dueAt }).execute()
  if (dueAt === null) return
  await trx.jobs.enqueue([scheduleJob(app.newId('job'), { orgId, siteId, dueAt })], now)
}

import * as z from 'zod'
import type { Job } from '../../../../db/jobs/job-store.ts'
import type { SiteDb } from '../../../../db/site-db.ts'
import type { Trx } from '../../../../db/tables/schema.ts'
import type { TenantDb } from '../../../../db/tenant/tenant-db.ts'
import type { AskableEngine } from '../../../domain/citations/ask-engine.ts'
import { nextRunAt } from '../../../domain/citations/run-schedule.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import { audit } from '../../../kernel/door/audit.ts'
import { ServiceError } from '../../../kernel/door/errors.ts'
import { grantedPlan, PLAN_COLUMNS } from '../../../kernel/plan/granted-plan.ts'
import type { Plan } from '../../../kernel/plan/plans.ts'
import { dayStart, localDay, monthStart } from '../../../lib/time/zone.ts'
import type { RunningJob } from '../../../queue/job-handler.ts'
import { askableEngines } from '../engines/askable-engines.ts'
import { chooseEngines, hasPrice } from './choose-engines.ts'
import { CITATION_QUEUE, queueRun } from './queue-run.ts'
import { citationRoundJob } from './round-job.ts'
import { assertRunAllowed } from './run-limits.ts'
import {
  allowedRhythm,
  citationScheduleOf,
  isCostBounded,
  type CitationSchedule,
} from './schedule-settings.ts'
import { fittingEngines, queriesFor } from './run-parts.ts'

const Payload = z.object({ orgId: z.string(), siteId: z.string(), dueAt: z.int() })

/** The actor of a run that a schedule started. */
const ACTOR = { type: 'system', id: 'schedule' } as const

/** A round of a site's schedule that is due now, with the site, its plan and its settings. */
interface Round {
  site: SiteDb
  plan: Plan
  settings: CitationSchedule
}

export async function runCitationRound(app: AppContext, running: RunningJob): Promise<void> {
  const { orgId } = Payload.parse(JSON.parse(running.job.payload))
  const db = app.tenant(orgId)
  const askable = await askableEngines(app, db)
  const isQueued = await db.transaction(async (trx) => {
    const round = await roundOf(app, trx, running.job)
    const run = round && (await runUnlessRefused(app, trx, round, askable))
    if (round) await planNext(app, trx, round)
    await trx.jobs.end((raw) => running.complete(raw))
    return run !== undefined
  })
  if (isQueued) app.background.wakeJobs(CITATION_QUEUE)
}

/** Skips a round that could not be started, and plans the next one. */
export async function skipCitationRound(
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

/** Finds the round of a job; undefined where the site is gone, or its schedule was turned off or changed since. */
async function roundOf(app: AppContext, trx: TenantDb, job: Job): Promise<Round | undefined> {
  const { siteId, dueAt } = Payload.parse(JSON.parse(job.payload))
  const site = await trx.sites.find(siteId)
  if (site?.row.next_citation_run_at !== dueAt) return undefined
  const org = await trx.organization().select(PLAN_COLUMNS).executeTakeFirstOrThrow()
  const plan = grantedPlan(org, app.now())
  return { site, plan, settings: citationScheduleOf(site.row) }
}

/**
 * Starts the run of a round and returns its id; undefined where the schedule is off, the site is paused, another run is
 * under way, or the run is refused. The audit log says why a run was refused.
 */
async function runUnlessRefused(
  app: AppContext,
  trx: TenantDb,
  round: Round,
  askable: readonly AskableEngine[],
): Promise<string | undefined> {
  const { site, settings } = round
  const isWanted = settings.schedule !== 'off' && site.row.status !== 'paused'
  if (!isWanted || (await site.citationRuns.active())) return undefined
  try {
    const run = await runNow(app, trx, round, askable)
    if (run === undefined) await tellSkipped(app, trx, round, 'CREDITS_EXHAUSTED')
    return run
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    // Nothing was written before the error.
    await tellSkipped(app, trx, round, error.code, error.message)
    return undefined
  }
}

async function runNow(
  app: AppContext,
  trx: TenantDb,
  { site, plan, settings }: Round,
  askable: readonly AskableEngine[],
): Promise<string | undefined> {
  const named = settings.engines ?? undefined
  const chosen = chooseEngines(askable, named)
  const { fitting, warnings: left } = fittingEngines(chosen, { isNamed: false, plan })
  if (!isCostBounded(settings, plan, fitting.every(hasPrice))) {
    throw new ServiceError(
      'CONFLICT',
      'Nothing bounds what the schedule costs: the price of an engine is not known, so it needs maxChecksPerMonth',
    )
  }
  const options = { tags: [], replicas: settings.replicas, maxCostMicros: settings.maxCostMicros }
  const { queries, warnings } = await queriesFor(site, options, fitting, plan)
  await assertRunAllowed(trx, site, plan, app.now())
  return queueRun(app, trx, site, {
    engines: fitting,
    queries,
    options,
    origin: 'schedule',
    actor: ACTOR,
    mostChecks: await checksLeft(site, settings, app.now()),
    warnings: { ...left, ...warnings },
  })
}

/**
 * Returns how many checks the site may still have this month; infinite without a limit. Throws LIMIT_REACHED where the
 * month has no check left.
 */
async function checksLeft(
  { row, citationRuns }: SiteDb,
  { maxChecksPerMonth: most }: CitationSchedule,
  nowMs: number,
): Promise<number> {
  if (most === null) return Number.POSITIVE_INFINITY
  const month = monthStart(localDay(row.timezone, nowMs), 0)
  const left = most - (await citationRuns.countChecksSince(dayStart(row.timezone, month)))
  if (left <= 0) throw new ServiceError('LIMIT_REACHED', `The ${most} checks of the month are made`)
  return left
}

async function planNext(
  app: AppContext,
  trx: TenantDb,
  { site, plan, settings }: Round,
): Promise<void> {
  const { id: siteId, org_id: orgId, timezone: zone } = site.row
  const nowMs = app.now()
  const rhythm = { ...settings, schedule: allowedRhythm(settings.schedule, plan) }
  const dueAt = nextRunAt(siteId, rhythm, { zone, nowMs })
  await trx.sites.update(siteId).set({ next_citation_run_at: dueAt }).execute()
  if (dueAt === null) return
  await trx.jobs.enqueue([citationRoundJob(app.newId('job'), { orgId, siteId, dueAt })], nowMs)
}

/** Writes into the audit log that a round was skipped, and why, since no caller waits for an answer. */
const tellSkipped = (
  app: AppContext,
  trx: TenantDb,
  { site }: Round,
  reason: string,
  message?: string,
): Promise<void> =>
  audit(trx, {
    action: 'citations.skip',
    target: { type: 'site', id: site.row.id },
    actor: ACTOR,
    detail: { reason, ...(message !== undefined && { message }) },
    requestId: null,
    at: app.now(),
  })

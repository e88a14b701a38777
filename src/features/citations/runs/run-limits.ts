import * as z from 'zod'
import type { SiteDb } from '../../../../db/site-db.ts'
import type { TenantDb } from '../../../../db/tenant/tenant-db.ts'
import { ServiceError } from '../../../kernel/door/errors.ts'
import { PLAN_LIMITS, type Plan } from '../../../kernel/plan/plans.ts'
import { pluralize } from '../../../lib/text/pluralize.ts'
import { DAY_MS, HOUR_MS, iso } from '../../../lib/time/clock.ts'

/** The milliseconds by which the limits count a day or a week shorter, since clocks change and jobs are late. */
const TOLERANCE_MS = 2 * HOUR_MS

/** Throws LIMIT_REACHED for more engines than the plan asks in one run. */
export function assertEngines(engines: readonly unknown[], plan: Plan, path = 'engines'): void {
  const { maxCitationEngines: most } = PLAN_LIMITS[plan]
  if (engines.length <= most) return
  const message = `The plan ${plan} asks at most ${pluralize(most, 'engine')} in a run, not ${engines.length}`
  throw new ServiceError('LIMIT_REACHED', message, {
    fields: [{ path, code: 'plan_limit', message }],
  })
}

/** Returns how many runs of one site a plan allows, and the time in which it allows them. */
function rateOf(plan: Plan): { most: number; windowMs: number } {
  const { citationRunsPerDay: perDay } = PLAN_LIMITS[plan]
  return {
    most: Math.max(1, Math.floor(perDay)),
    windowMs: Math.max(1, 1 / perDay) * DAY_MS - TOLERANCE_MS,
  }
}

/**
 * Throws LIMIT_REACHED where a site has had as many runs as its plan allows in a window of time; the message says when
 * the next run is possible.
 */
export async function assertRunAllowed(
  db: TenantDb,
  site: SiteDb,
  plan: Plan,
  nowMs: number,
): Promise<void> {
  const { most, windowMs } = rateOf(plan)
  const sinceMs = nowMs - windowMs
  const ofSite = (await site.citationRuns.queuedSince(sinceMs, most))[most - 1]
  const oldest = ofSite ?? (await oldestOfAll(db, most * PLAN_LIMITS[plan].maxSites, sinceMs))
  if (oldest === undefined) return
  const { citationRunsPerDay: perDay } = PLAN_LIMITS[plan]
  const rate =
    perDay < 1 ? `one run in ${Math.round(1 / perDay)} days` : `${pluralize(most, 'run')} a day`
  const also = ofSite === undefined ? ', and runs of deleted sites count on' : ''
  throw new ServiceError(
    'LIMIT_REACHED',
    `The plan ${plan} has ${rate} of a site${also}; the next is possible from ${iso(oldest + windowMs)} on`,
  )
}

/**
 * Finds the oldest of as many latest runs of an organization, deleted sites included, as all sites of its plan may
 * have, and returns when it was queued. Undefined where there are fewer, and where no run of a deleted site counts,
 * since then the limit of each site suffices.
 */
async function oldestOfAll(
  db: TenantDb,
  most: number,
  sinceMs: number,
): Promise<number | undefined> {
  if (!Number.isFinite(most)) return undefined
  const spent = (await spentRunsOf(db)).filter((at) => at > sinceMs)
  if (spent.length === 0) return undefined
  const standing = await db.citationRuns.queuedSince(sinceMs, most)
  return [...spent, ...standing].toSorted((a, b) => b - a)[most - 1]
}

const Times = z.array(z.int())
/**
 * The most runs of deleted sites that are remembered, the newest ones: more than all sites of a limited plan have in a
 * week.
 */
const MAX_SPENT = 1_000
/** The milliseconds for which runs of deleted sites count; no plan counts runs for longer. */
const SPENT_MS = 7 * DAY_MS

async function spentRunsOf(db: TenantDb): Promise<number[]> {
  const row = await db.organization().select('spent_runs').executeTakeFirst()
  return Times.parse(JSON.parse(row?.spent_runs ?? '[]'))
}

/**
 * Remembers the times of the runs of a site that is deleted, so that a new site in its place does not get runs beyond
 * the plan.
 */
export async function noteSpentRuns(trx: TenantDb, site: SiteDb, nowMs: number): Promise<void> {
  const sinceMs = nowMs - SPENT_MS
  const own = await site.citationRuns.queuedSince(sinceMs, MAX_SPENT)
  if (own.length === 0) return
  const before = (await spentRunsOf(trx)).filter((at) => at > sinceMs)
  const all = [...own, ...before].toSorted((a, b) => b - a).slice(0, MAX_SPENT)
  await trx
    .updateOrganization()
    .set({ spent_runs: JSON.stringify(all) })
    .execute()
}

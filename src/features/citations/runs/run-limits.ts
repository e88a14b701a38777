import type { SiteDb } from '../../../../db/site-db.ts'
import { ServiceError } from '../../../kernel/door/errors.ts'
import { PLAN_LIMITS, type Plan } from '../../../kernel/plan/plans.ts'
import { pluralize } from '../../../lib/text/pluralize.ts'
import { DAY_MS, HOUR_MS, iso } from '../../../lib/time/clock.ts'

/** A day and a week are this much shorter here, for clocks that change and jobs that are late. */
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

/** Answers when a site may be asked about next, epoch ms; undefined where that is now. */
export async function nextAllowedAt(
  site: SiteDb,
  plan: Plan,
  nowMs: number,
): Promise<number | undefined> {
  const { citationRunsPerDay: perDay } = PLAN_LIMITS[plan]
  const most = Math.max(1, Math.floor(perDay))
  const windowMs = Math.max(1, 1 / perDay) * DAY_MS - TOLERANCE_MS
  const queued = await site.citationRuns.queuedSince(nowMs - windowMs, most)
  const oldest = queued[most - 1]
  return oldest === undefined ? undefined : oldest + windowMs
}

/** Throws LIMIT_REACHED, with when the next run is possible. */
export async function assertRunAllowed(site: SiteDb, plan: Plan, nowMs: number): Promise<void> {
  const at = await nextAllowedAt(site, plan, nowMs)
  if (at === undefined) return
  const { citationRunsPerDay: perDay } = PLAN_LIMITS[plan]
  const rate =
    perDay < 1
      ? `one run in ${Math.round(1 / perDay)} days`
      : `${pluralize(Math.floor(perDay), 'run')} a day`
  throw new ServiceError(
    'LIMIT_REACHED',
    `The plan ${plan} has ${rate} of a site; the next is possible from ${iso(at)} on`,
  )
}

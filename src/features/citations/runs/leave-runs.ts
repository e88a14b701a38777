import type { AppContext } from '../../../kernel/door/app-context.ts'
import type { Hooks } from '../../../kernel/ports/hooks.ts'
import { settleRun } from './run-credits.ts'
import { noteSpentRuns } from './run-limits.ts'
import { readRunTally } from './run-tally.ts'

/**
 * Charges the active run of a site that is deleted, unless its answers are invented, and notes the runs that count
 * against the limits of the plan.
 */
export async function leaveRunsOfSite(
  app: AppContext,
  ...[trx, siteId]: Parameters<Hooks['siteDeleted']>
): Promise<void> {
  const site = await trx.sites.find(siteId)
  if (!site) return
  await noteSpentRuns(trx, site, app.now())
  const active = await site.citationRuns.active()
  if (!active || active.is_fake === 1) return
  await settleRun(app, trx, { id: active.id, tally: readRunTally(active) })
}

import type { AppContext } from '../../core/app-context.ts'
import type { Hooks } from '../../core/hooks.ts'
import { scanBounds } from '../../core/scan-settings.ts'
import { queueScan, triggerOf } from './queue-scan.ts'

/** The first scan of a site, in the transaction that makes the site. */
export async function queueOnboarding(
  app: AppContext,
  ...[trx, { id, plan, actor }]: Parameters<Hooks['siteCreated']>
): ReturnType<Hooks['siteCreated']> {
  const site = await trx.site(id)
  if (!site) return null
  const options = scanBounds(site.row, plan)
  const trigger = triggerOf(actor)
  const scan = await queueScan(app, trx, site, { kind: 'onboarding', trigger, options, actor })
  return { id: scan, state: 'queued' }
}

import type { AppContext } from '../../kernel/app-context.ts'
import type { Hooks } from '../../kernel/hooks.ts'
import { scanBounds } from '../../kernel/scan-settings.ts'
import { queueScan, triggerOf } from './queue-scan.ts'

/** Queues the first scan of a site, in the transaction that makes the site. */
export async function queueOnboarding(
  app: AppContext,
  ...[trx, { id, plan, actor }]: Parameters<Hooks['siteCreated']>
): ReturnType<Hooks['siteCreated']> {
  const site = await trx.sites.find(id)
  if (!site) return null
  const options = scanBounds(site.row, plan)
  const trigger = triggerOf(actor)
  const scan = await queueScan(app, trx, site, { kind: 'onboarding', trigger, options, actor })
  return { id: scan, state: 'queued' }
}

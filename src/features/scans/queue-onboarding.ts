import type { AppContext } from '../../kernel/door/app-context.ts'
import type { Hooks } from '../../kernel/ports/hooks.ts'
import { scanBounds } from './scan-settings.ts'
import { workOriginOf } from '../../queue/work-origin.ts'
import { queueScan } from './queue-scan.ts'
import { tellSkipped } from './scan-credits.ts'

/**
 * Queues the first scan of a site, in the transaction that makes the site. Returns null where credits are lacking: the
 * site is then made and not scanned.
 */
export async function queueOnboarding(
  app: AppContext,
  ...[trx, { id, plan, actor }]: Parameters<Hooks['siteCreated']>
): ReturnType<Hooks['siteCreated']> {
  const site = await trx.sites.find(id)
  if (!site) return null
  const options = scanBounds(site.row, plan)
  const trigger = workOriginOf(actor)
  const scan = await queueScan(app, trx, site, { kind: 'onboarding', trigger, options, actor })
  if (scan !== undefined) return { id: scan, state: 'queued' }
  await tellSkipped(app, trx, { siteId: id, actor })
  return null
}

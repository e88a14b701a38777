import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { creditsOfPages, pagesOfCredits } from '../../domain/credits/prices.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { audit } from '../../kernel/door/audit.ts'
import { reserveCredits, settleCredits } from '../../kernel/plan/credits.ts'
import type { Hooks } from '../../kernel/ports/hooks.ts'
import type { Actor } from '../../kernel/door/principal.ts'
import { readTally } from './crawl/tally.ts'
import type { ScanOptions } from './scan.ts'

/** The actor of a settlement: scans end by themselves. */
const ENDING: Actor = { type: 'system', id: 'scan' }

const workOf = (id: string) => ({ ref: { type: 'scan', id }, reason: 'scan' }) as const

/**
 * Reserves the most that a scan may cost, and returns its options: with fewer pages where fewer credits are left, and
 * undefined where none are.
 */
export async function reserveScan(
  app: AppContext,
  trx: TenantDb,
  { id, options, actor }: { id: string; options: ScanOptions; actor: Actor },
): Promise<ScanOptions | undefined> {
  const wanted = creditsOfPages(options.maxPages)
  // Each scan is settled in the transaction of its end, so that nothing has to lapse.
  const work = { ...workOf(id), actor, wanted, lapsesAt: null }
  const reserved = await reserveCredits(app, trx, work)
  if (reserved === 0) return undefined
  return { ...options, maxPages: Math.min(options.maxPages, pagesOfCredits(reserved)) }
}

/** Charges a scan for the pages that it looked at, in the transaction of its end; returns the credits. */
export const settleScan = (
  app: AppContext,
  trx: TenantDb,
  { id, pages }: { id: string; pages: number },
): Promise<number> =>
  settleCredits(app, trx, { ...workOf(id), actor: ENDING, cost: creditsOfPages(pages) })

/** Settles the scan that ends with its site. */
export async function settleDeletedSite(
  app: AppContext,
  ...[trx, siteId]: Parameters<Hooks['siteDeleted']>
): Promise<void> {
  const site = await trx.sites.find(siteId)
  const active = await site?.scans.active()
  if (!active) return
  await settleScan(app, trx, { id: active.id, pages: readTally(active.tally).pages })
}

/** Notes in the audit log that a scan was skipped, which no caller waits for and for which credits are lacking. */
export const tellSkipped = (
  app: AppContext,
  trx: TenantDb,
  { siteId, actor }: { siteId: string; actor: Actor },
): Promise<void> =>
  audit(trx, {
    action: 'scan.skip',
    target: { type: 'site', id: siteId },
    actor,
    detail: { reason: 'CREDITS_EXHAUSTED' },
    requestId: null,
    at: app.now(),
  })

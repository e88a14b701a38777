import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { creditsOfPages, pagesOfCredits } from '../../domain/credits/prices.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { audit } from '../../kernel/door/audit.ts'
import { reserveCredits, settleCredits } from '../../kernel/plan/credits.ts'
import type { Hooks } from '../../kernel/ports/hooks.ts'
import type { Actor } from '../../kernel/door/principal.ts'
import { readTally } from './crawl/tally.ts'
import type { ScanOptions } from './scan.ts'

/** The actor that the ledger names for a settlement, since scans end by themselves. */
const ENDING: Actor = { type: 'system', id: 'scan' }

const workOf = (id: string) => ({ ref: { type: 'scan', id }, reason: 'scan' }) as const

/**
 * Reserves the credits that a scan may cost at most, and returns its options: with fewer pages where fewer credits are
 * left, and undefined where no credit is left.
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

/** Charges for the pages that a scan looked at, in the transaction of its end; returns the number of credits. */
export const settleScan = (
  app: AppContext,
  trx: TenantDb,
  { id, pages }: { id: string; pages: number },
): Promise<number> =>
  settleCredits(app, trx, { ...workOf(id), actor: ENDING, cost: creditsOfPages(pages) })

/** Charges for the scan that is under way on a site, if there is one, when the site is deleted. */
export async function settleDeletedSite(
  app: AppContext,
  ...[trx, siteId]: Parameters<Hooks['siteDeleted']>
): Promise<void> {
  const site = await trx.sites.find(siteId)
  const active = await site?.scans.active()
  if (!active) return
  await settleScan(app, trx, { id: active.id, pages: readTally(active.tally).pages })
}

/** Notes in the audit log that a scan was skipped for lack of credits, since no caller waits for its answer. */
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

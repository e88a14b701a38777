import { UniqueViolationError } from '../../../db/errors.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import type { Actor } from '../../kernel/door/principal.ts'
import { reserveScan } from './scan-credits.ts'
import type { WorkOrigin } from '../../queue/work-origin.ts'
import type { ScanOptions } from './scan.ts'

export const SCAN_QUEUE = 'scan'

interface Wanted {
  kind: 'onboarding' | 'rescan'
  trigger: WorkOrigin
  options: ScanOptions
  actor: Actor
}

/**
 * Writes a scan and the job that runs it, in one transaction with the credits that it reserves, so that none of the
 * three exists without the others. The caller wakes the queue after its commit. Returns undefined, and writes nothing,
 * where no credits are left. Throws UniqueViolationError while another scan of the site is under way.
 */
export async function queueScan(
  app: AppContext,
  trx: TenantDb,
  site: SiteDb,
  wanted: Wanted,
): Promise<string | undefined> {
  const at = app.now()
  const id = app.newId('job')
  const options = await reserveScan(app, trx, { ...wanted, id })
  if (!options) {
    // The scan that is under way may have reserved the last of them.
    if (await site.scans.active()) throw new UniqueViolationError('A scan is under way')
    return undefined
  }
  await site.scans.insert({
    id,
    kind: wanted.kind,
    origin: wanted.trigger,
    options: JSON.stringify(options),
    requestedBy: JSON.stringify(wanted.actor),
    at,
  })
  const payload = JSON.stringify({ orgId: trx.orgId, scanId: id })
  await trx.jobs.enqueue([{ id, queue: SCAN_QUEUE, runAt: at, payload }], at)
  return id
}

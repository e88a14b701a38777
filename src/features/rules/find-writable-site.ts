import type { SiteDb } from '../../../db/site-db.ts'
import type { TenantDb } from '../../../db/tenant.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { OrgPrincipal } from '../../kernel/principal.ts'
import type { Plan } from '../../kernel/plans.ts'

/** Plans whose API keys may write rules; people write them on every plan. */
const KEY_WRITE_PLANS: ReadonlySet<Plan> = new Set(['enterprise', 'self_hosted'])

/**
 * Finds the site whose rules the caller wants to change. Throws NOT_FOUND, then PLAN_REQUIRED for a key of a plan whose
 * keys only read rules: in this order, so that the refusal tells nothing of other organizations' sites.
 */
export async function findWritableSite(
  db: TenantDb,
  principal: OrgPrincipal,
  siteId: string,
): Promise<SiteDb> {
  const site = await db.sites.find(siteId)
  if (!site) throw notFound('site')
  if (principal.kind === 'key' && !KEY_WRITE_PLANS.has(principal.plan)) {
    throw new ServiceError(
      'PLAN_REQUIRED',
      'API keys change rules from the Enterprise plan on; on this plan sign in to change them',
    )
  }
  return site
}

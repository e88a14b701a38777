import type { SiteDb } from '../../../db/site-db.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import type { OrgPrincipal } from '../../kernel/door/principal.ts'
import { PLAN_LIMITS } from '../../kernel/plan/plans.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'

/**
 * Finds the site whose rules the caller wants to change. Throws NOT_FOUND, then PLAN_REQUIRED for a key of a plan whose
 * keys only read rules: in this order, so that the refusal says nothing of other organizations' sites.
 */
export async function findWritableSite(
  db: TenantDb,
  principal: OrgPrincipal,
  siteId: string,
): Promise<SiteDb> {
  const site = await findSiteById(db, siteId)
  if (principal.kind === 'key' && !PLAN_LIMITS[principal.plan].keysChangeRules) {
    throw new ServiceError(
      'PLAN_REQUIRED',
      'API keys change rules from the Enterprise plan on; on this plan sign in to change them',
    )
  }
  return site
}

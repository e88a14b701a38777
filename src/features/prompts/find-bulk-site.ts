import type { SiteDb } from '../../../db/site-db.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { planRequired } from '../../kernel/plan/plan-required.ts'
import { PLAN_LIMITS } from '../../kernel/plan/plans.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'

/**
 * Finds the site for a bulk operation. Throws NOT_FOUND, then PLAN_REQUIRED: in this order, so that the refusal tells
 * nothing of other organizations' sites.
 */
export async function findBulkSite(
  { db, principal }: Pick<OrgContext, 'db' | 'principal'>,
  siteId: string,
): Promise<SiteDb> {
  const site = await findSiteById(db, siteId)
  if (!PLAN_LIMITS[principal.plan].bulkPrompts) {
    throw planRequired('Import and export of prompts', ({ bulkPrompts }) => bulkPrompts)
  }
  return site
}

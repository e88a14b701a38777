import type { SiteDb } from '../../../db/site-db.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'
import { assertPlanReaches } from '../../kernel/plan/plans.ts'

/**
 * Finds the site for a bulk operation. Throws NOT_FOUND, then PLAN_REQUIRED: in this order, so that the refusal says
 * nothing of other organizations' sites.
 */
export async function findBulkSite(
  { db, principal }: Pick<OrgContext, 'db' | 'principal'>,
  siteId: string,
): Promise<SiteDb> {
  const site = await findSiteById(db, siteId)
  assertPlanReaches(principal.plan, 'Import and export of prompts', (limits) => limits.bulkPrompts)
  return site
}

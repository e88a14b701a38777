import type { SiteDb } from '../../../db/site-db.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { OrgContext } from '../../kernel/operation.ts'
import type { Plan } from '../../kernel/plans.ts'

const BULK_PLANS: ReadonlySet<Plan> = new Set(['enterprise', 'self_hosted'])

/**
 * Finds the site for a bulk operation. Throws NOT_FOUND, then PLAN_REQUIRED: in this order, so that the refusal tells
 * nothing of other organizations' sites.
 */
export async function findBulkSite(
  { db, principal }: Pick<OrgContext, 'db' | 'principal'>,
  siteId: string,
): Promise<SiteDb> {
  const site = await db.sites.find(siteId)
  if (!site) throw notFound('site')
  if (!BULK_PLANS.has(principal.plan)) {
    throw new ServiceError('PLAN_REQUIRED', 'Import and export of prompts need the Enterprise plan')
  }
  return site
}

import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { brandedBy } from '../../domain/citations/branded.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { existingSite } from '../../kernel/names/find-site.ts'
import { readingSubjectOf } from '../../kernel/names/named-site.ts'
import { assertPlanReaches } from '../../kernel/plan/plans.ts'

/** Finds the site whose domains are listed or changed, by its id. Throws NOT_FOUND. */
export async function findDomainSite(db: TenantDb, siteId: string) {
  const query = db.sites.query().select(['id', 'domain', 'version']).where('id', '=', siteId)
  return existingSite(await query.executeTakeFirst())
}

/**
 * Finds a site to which a domain is to be added, or whose domain is to be verified. Throws NOT_FOUND, and PLAN_REQUIRED
 * on a plan without further domains.
 */
export async function findExtendableSite(
  { principal }: Pick<OrgContext, 'principal'>,
  db: TenantDb,
  siteId: string,
) {
  const site = await findDomainSite(db, siteId)
  assertPlanReaches(principal.plan, 'Further domains of a site', (limits) => limits.extraDomains)
  return site
}

/**
 * Writes the verified domains of a site into its row, where collecting and prompts read them, and marks the queries
 * that name one of them as branded.
 */
export async function storeAliases(trx: TenantDb, siteId: string, nowMs: number): Promise<void> {
  const { version } = await findDomainSite(trx, siteId)
  const verified = await trx.domains
    .of(siteId)
    .select('host')
    .where('state', '=', 'verified')
    .orderBy('id')
    .execute()
  const aliases = JSON.stringify(verified.map(({ host }) => host))
  await trx.sites
    .update(siteId)
    .set({ aliases, updated_at: nowMs, version: version + 1 })
    .execute()
  const site = await trx.sites.find(siteId)
  // A query that holds one of the hosts names the site.
  await site?.citationQueries.findBranded(brandedBy(readingSubjectOf(site.row)))
}

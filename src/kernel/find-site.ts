import type { SiteDb } from '../../db/site-db.ts'
import type { TenantDb } from '../../db/tenant.ts'
import { didYouMean } from '../lib/text/did-you-mean.ts'
import { notFound } from './errors.ts'

const MAX_SUGGESTED_FROM = 200

/** Finds a site by id or domain. Throws NOT_FOUND, with the organization's own site that was probably meant. */
export async function findSite(db: TenantDb, reference: string): Promise<SiteDb> {
  const site = await db.sites.find(reference)
  if (site) return site
  const rows = await db.sites.query().select(['domain']).limit(MAX_SUGGESTED_FROM).execute()
  const nearest = didYouMean(
    reference,
    rows.map(({ domain }) => domain),
  )
  throw notFound(
    nearest === undefined ? 'site; search finds yours' : `site; did you mean ${nearest}?`,
  )
}

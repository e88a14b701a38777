import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { ServiceError } from '../../kernel/door/errors.ts'

/**
 * Throws NOT_FOUND, naming the places in `siteIds`, for each site that is not the organization's. A restriction to such
 * a site would never match anything.
 */
export async function assertOwnSites(db: TenantDb, siteIds: readonly string[]): Promise<void> {
  const own = await existingSites(db, siteIds)
  const fields = siteIds.flatMap((id, i) =>
    own.has(id) ? [] : [{ path: `siteIds[${i}]`, code: 'unknown_site', message: 'No such site' }],
  )
  if (fields.length > 0) throw new ServiceError('NOT_FOUND', 'No such site', { fields })
}

/** Returns those of the ids that are sites of the organization. */
export async function existingSites(
  db: TenantDb,
  siteIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (siteIds.length === 0) return new Set()
  const found = await db.sites.query().select('id').where('id', 'in', siteIds).execute()
  return new Set(found.map(({ id }) => id))
}

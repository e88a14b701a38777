import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { ServiceError } from '../../kernel/door/errors.ts'

/**
 * Refuses to narrow anything to a site that it would never see. Throws NOT_FOUND with the places in `siteIds`, for a site
 * of somebody else too.
 */
export async function assertOwnSites(db: TenantDb, siteIds: readonly string[]): Promise<void> {
  if (siteIds.length === 0) return
  const found = await db.sites.query().select('id').where('id', 'in', siteIds).execute()
  const own = new Set(found.map(({ id }) => id))
  const fields = siteIds.flatMap((id, i) =>
    own.has(id) ? [] : [{ path: `siteIds[${i}]`, code: 'unknown_site', message: 'No such site' }],
  )
  if (fields.length > 0) throw new ServiceError('NOT_FOUND', 'No such site', { fields })
}

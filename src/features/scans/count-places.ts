import type { SiteDb } from '../../../db/site-db.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import type { PlacedPages } from '../../domain/widget/placed-pages.ts'

/**
 * Stores with the site on how many of its pages the widget finds the place that the owner's selector names. Without a
 * selector, and without pages to look at, it stores null.
 */
export async function countPlaces(
  { now }: Pick<AppContext, 'now'>,
  { sites }: Pick<TenantDb, 'sites'>,
  { row, widgetPlaces }: SiteDb,
  selector: string | null,
): Promise<void> {
  if (selector === null && row.widget_place === null) return
  const counted = selector === null ? null : await widgetPlaces.count(selector)
  const placed: PlacedPages | null =
    selector !== null && counted && counted.pages > 0
      ? { selector, ...counted, checkedAt: now() }
      : null
  await sites
    .update(row.id)
    .set({ widget_place: placed && JSON.stringify(placed) })
    .execute()
}

import * as z from 'zod'
import type { SiteRow } from '../../../db/site-row.ts'
import type { PlacedPages } from '../../domain/widget/placed-pages.ts'
import { DAY_MS, iso, isoOrNull } from '../../lib/time/clock.ts'
import { widgetSettingsOf } from './widget-settings.ts'

/** The milliseconds after which a beacon no longer proves that the widget is installed. */
const INSTALL_STALE_MS = 14 * DAY_MS

export const INSTALL_STATUS = ['not_installed', 'installed', 'stale'] as const

/** The state of a site's widget: whether it runs, as far as its events have proven that. */
export const SiteInstall = z.object({
  status: z.enum(INSTALL_STATUS),
  firstSeenAt: z.string().nullable(),
  lastSeenAt: z.string().nullable(),
  place: z
    .object({
      selector: z.string(),
      pages: z.int().describe('Pages of which scans could tell by their HTML'),
      without: z.int().describe('Those of them where nothing matches: the widget does not show'),
      example: z.string().nullable().describe('The path of one of those'),
      checkedAt: z.string(),
    })
    .nullable()
    .describe('Where placement.selector matches; null without one, and until a scan has looked'),
})

type PlaceColumns = Pick<SiteRow, 'widget_settings' | 'widget_place'>
type InstallColumns = Pick<SiteRow, 'install_first_seen_at' | 'install_last_seen_at'>

export const siteInstallOf = (
  row: InstallColumns & PlaceColumns,
  nowMs: number,
): z.input<typeof SiteInstall> => ({
  status: installStatus(row, nowMs),
  firstSeenAt: isoOrNull(row.install_first_seen_at),
  lastSeenAt: isoOrNull(row.install_last_seen_at),
  place: placeOf(row),
})

/**
 * Returns how many pages of the last scan have a place for the widget; null where that was not counted with the present
 * selector.
 */
function placeOf(row: PlaceColumns): z.input<typeof SiteInstall>['place'] {
  if (row.widget_place === null) return null
  // @NOTE the column is written by us alone, at the end of scans.
  const placed = JSON.parse(row.widget_place) as PlacedPages
  if (placed.selector !== widgetSettingsOf(row).placement.selector) return null
  return { ...placed, checkedAt: iso(placed.checkedAt) }
}

export function installStatus(
  row: Pick<InstallColumns, 'install_last_seen_at'>,
  nowMs: number,
): (typeof INSTALL_STATUS)[number] {
  if (row.install_last_seen_at === null) return 'not_installed'
  return row.install_last_seen_at + INSTALL_STALE_MS < nowMs ? 'stale' : 'installed'
}

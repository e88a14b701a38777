import * as z from 'zod'
import type { SiteRow } from '../../../db/site-row.ts'
import { DAY_MS, isoOrNull } from '../../lib/time/clock.ts'

/** Age at which a beacon no longer proves that the widget is installed. */
const INSTALL_STALE_MS = 14 * DAY_MS

export const INSTALL_STATUS = ['not_installed', 'installed', 'stale'] as const

/** Whether the widget of a site runs, as far as it has proven that by its events. */
export const SiteInstall = z.object({
  status: z.enum(INSTALL_STATUS),
  firstSeenAt: z.string().nullable(),
  lastSeenAt: z.string().nullable(),
})

type InstallColumns = Pick<SiteRow, 'install_first_seen_at' | 'install_last_seen_at'>

export const siteInstallOf = (row: InstallColumns, nowMs: number): z.input<typeof SiteInstall> => ({
  status: installStatus(row, nowMs),
  firstSeenAt: isoOrNull(row.install_first_seen_at),
  lastSeenAt: isoOrNull(row.install_last_seen_at),
})

export function installStatus(
  row: Pick<InstallColumns, 'install_last_seen_at'>,
  nowMs: number,
): (typeof INSTALL_STATUS)[number] {
  if (row.install_last_seen_at === null) return 'not_installed'
  return row.install_last_seen_at + INSTALL_STALE_MS < nowMs ? 'stale' : 'installed'
}

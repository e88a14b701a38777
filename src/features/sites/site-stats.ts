import * as z from 'zod'
import type { SiteRow } from '../../../db/site-row.ts'
import type { TenantDb } from '../../../db/tenant.ts'
import { isoOrNull } from '../../lib/time/clock.ts'
import { WidgetSettings, widgetSettingsOf } from '../../kernel/widget-settings.ts'
import { lastScans, scoreIn } from './last-scan.ts'
import { Site, toSite } from './site.ts'

/**
 * Counts and dates of a site. The fields have no descriptions, since a model reads this schema with every list of
 * tools.
 */
const SiteStats = z.object({
  /** Pages that are known from scans or from readers. */
  pages: z.int(),
  prompts: z.int(),
  /** The end of the last scan that read the site. */
  lastScanAt: z.string().nullable(),
  /** The time of the next scheduled scan. */
  nextScanAt: z.string().nullable(),
  /** The score of the site at that last scan, 0 to 100. */
  aiScore: z.int().nullable(),
})
type SiteStats = z.input<typeof SiteStats>

/** One site, with its counts and dates. */
export const SiteWithStats = Site.extend({ stats: SiteStats })

export const withStats = async (
  db: TenantDb,
  row: SiteRow,
  nowMs: number,
): Promise<z.input<typeof SiteWithStats>> => ({
  ...toSite(row, (await lastScans(db, [row.id])).get(row.id), nowMs),
  stats: await siteStats(db, row),
})

/** One site as its owner changes it: with the settings of its widget, which no model reads. */
export const SiteWithSettings = SiteWithStats.extend({ widget: WidgetSettings })

export const withSettings = async (
  db: TenantDb,
  row: SiteRow,
  nowMs: number,
): Promise<z.input<typeof SiteWithSettings>> => ({
  ...(await withStats(db, row, nowMs)),
  widget: widgetSettingsOf(row),
})

/** Reads counts and dates of one site of the organization. */
async function siteStats(
  db: TenantDb,
  { id, next_scan_at }: Pick<SiteRow, 'id' | 'next_scan_at'>,
): Promise<SiteStats> {
  const site = await db.sites.find(id)
  const [pages = 0, prompts = 0, scan] = await Promise.all([
    site?.count('page'),
    site?.count('prompt'),
    lastCompletedScan(db, id),
  ])
  return {
    pages,
    prompts,
    lastScanAt: isoOrNull(scan?.finished_at ?? null),
    nextScanAt: isoOrNull(next_scan_at),
    aiScore: scan ? scoreIn(scan) : null,
  }
}

/** Finds the last scan that completed, since a failed or canceled one says nothing of the whole site. */
export function lastCompletedScan(db: TenantDb, siteId: string) {
  return db.sites
    .query()
    .innerJoin('scan', 'scan.site_num', 'site.num')
    .where('site.id', '=', siteId)
    .where('scan.state', 'in', ['succeeded', 'partial'])
    .select(['scan.finished_at', 'scan.tally'])
    .orderBy('scan.num', 'desc')
    .limit(1)
    .executeTakeFirst()
}

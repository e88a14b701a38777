import type { SiteDb } from '../../../db/site-db.ts'
import { iso } from '../../lib/time/clock.ts'

/** Returns the time of a site's newest event; null for a site without events. */
export async function dataFreshness(site: SiteDb): Promise<string | null> {
  const { lastEventAt } = await site.dataSpan()
  return lastEventAt === undefined ? null : iso(lastEventAt)
}

/** Returns the time of the newest answer of an engine to a question of a site; null for a site without answers. */
export async function checkFreshness(site: SiteDb): Promise<string | null> {
  const at = await site.lastCheckAt()
  return at === undefined ? null : iso(at)
}

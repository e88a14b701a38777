import type { SiteDb } from '../../../db/site-db.ts'
import { iso } from '../../lib/time/clock.ts'

/** The time of a site's newest event; null where there is none. */
export async function dataFreshness(site: SiteDb): Promise<string | null> {
  const { lastEventAt } = await site.dataSpan()
  return lastEventAt === undefined ? null : iso(lastEventAt)
}

/** The time of the newest answer of an engine to a question of a site; null where there is none. */
export async function checkFreshness(site: SiteDb): Promise<string | null> {
  const at = await site.lastCheckAt()
  return at === undefined ? null : iso(at)
}

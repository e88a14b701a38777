import type { SiteDb } from '../../../db/site-db.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { brandedBy } from '../../domain/citations/branded.ts'
import { chooseSiteName } from '../../domain/page/site-name.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { readingSubjectOf } from '../../kernel/names/named-site.ts'

/** The most pages that are asked for the name of their site. */
const MAX_PAGES = 300

/**
 * Gives a site the name that its own pages give it, if its name is still its domain. A name with words to an assistant
 * that prompts may not contain is not taken, since the linter trusts the names of a site. Returns the site as it is
 * now.
 */
export async function nameScannedSite(
  app: Pick<AppContext, 'now'>,
  db: Pick<TenantDb, 'sites' | 'transaction'>,
  site: SiteDb,
): Promise<SiteDb> {
  const { id, name: before, domain, version } = site.row
  if (before !== domain) return site
  const name = chooseSiteName(await site.names.saidOfSite(MAX_PAGES), domain)
  if (name === null) return site
  // The linter is large, and a server that scans nothing starts without it.
  const { isPoisoned } = await import('../../domain/page/is-poisoned.ts')
  if (isPoisoned(name)) return site
  await db.transaction(async (trx) => {
    await trx.sites
      .update(id)
      .set({ name, version: version + 1, updated_at: app.now() })
      .where('site.name', '=', before)
      .where('site.version', '=', version)
      .execute()
    const named = await trx.sites.find(id)
    // The name of the site decides which queries of engines are branded.
    await named?.citationQueries.findBranded(brandedBy(readingSubjectOf(named.row)))
  })
  return (await db.sites.find(id)) ?? site
}

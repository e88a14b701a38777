import type { SiteRow } from '../../../db/site-row.ts'
import { CrawlScope, type ScopeOptions } from './crawl/crawl-scope.ts'

/** The scope of a site: its address, its domain, and the further domains that were proven to be its own. */
export function siteScope(
  { url, domain, aliases }: Pick<SiteRow, 'url' | 'domain' | 'aliases'>,
  { include, exclude }: ScopeOptions = { include: [], exclude: [] },
): CrawlScope {
  // @NOTE the column is written by us alone, as JSON of checked hosts.
  const hosts = [domain, ...(JSON.parse(aliases) as string[])]
  return new CrawlScope(url, { include, exclude, hosts })
}

import type { SiteRow } from '../../../db/site-row.ts'
import { CrawlScope, type ScopeOptions } from './crawl/crawl-scope.ts'
import { domainsOf } from '../../kernel/names/site-host.ts'

/** The scope of a site: its address, its domain, and the further domains that were proven to be its own. */
export function siteScope(
  site: Pick<SiteRow, 'url' | 'domain' | 'aliases'>,
  { include, exclude }: ScopeOptions = { include: [], exclude: [] },
): CrawlScope {
  return new CrawlScope(site.url, { include, exclude, hosts: domainsOf(site) })
}

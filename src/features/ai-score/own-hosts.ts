import type { SiteRow } from '../../../db/site-row.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { siteIdsOf, type Principal } from '../../kernel/door/principal.ts'
import type { OwnHosts } from './hourly-limit.ts'
import { domainsOf, isWithin } from '../../kernel/names/site-host.ts'

type OwnSite = Pick<SiteRow, 'domain' | 'aliases' | 'url' | 'install_first_seen_at'>

/**
 * Says whether a site is proven to be the organization's. Anyone can name a site, but only its owner can put the widget
 * on it. A self-hosting operator is responsible for the sites that they name.
 */
export const isVerified = (
  plan: string,
  { install_first_seen_at: seenAt }: Pick<SiteRow, 'install_first_seen_at'>,
): boolean => plan === 'self_hosted' || seenAt !== null

/** Says which hosts are of these sites. */
export function hostsOf(
  sites: readonly OwnSite[],
  { plan, orgId }: { plan: string; orgId: string },
): OwnHosts {
  return (url) => {
    const own = sites.filter((site) => isOf(site, url))
    if (own.length === 0) return undefined
    return own.some((site) => isVerified(plan, site)) ? 'free' : { orgId }
  }
}

/** Says which hosts are of the sites that a credential reaches; none without one. */
export async function ownHosts(app: AppContext, principal: Principal): Promise<OwnHosts> {
  if (principal.kind === 'anonymous' || principal.kind === 'link') return () => undefined
  const all = app.tenant(principal.orgId)
  const siteIds = siteIdsOf(principal)
  const sites = await (siteIds ? all.narrowedTo(siteIds) : all).sites
    .query()
    .select(['domain', 'aliases', 'url', 'install_first_seen_at'])
    .execute()
  return hostsOf(sites, principal)
}

/** True for the site's own origin, its domain, its aliases, and what is below them at the web's ports. */
function isOf(site: OwnSite, url: URL): boolean {
  if (url.host === new URL(site.url).host) return true
  const host = url.hostname.replace(/\.$/, '')
  return url.port === '' && domainsOf(site).some((domain) => isWithin(host, domain))
}

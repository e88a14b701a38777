import type { SiteRow } from '../../../db/site-row.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { siteIdsOf, type Principal } from '../../kernel/door/principal.ts'
import type { OwnHosts } from './hourly-limit.ts'
import { domainsOf, isWithin } from '../../kernel/names/site-host.ts'

type OwnSite = Pick<SiteRow, 'domain' | 'aliases' | 'url' | 'install_first_seen_at'>

/**
 * True for a site that is proven to be the organization's: one on which the widget was seen, since anyone can name a
 * site but only its owner can put the widget on it. On the plan `self_hosted` every site is, since the operator is
 * responsible for it.
 */
export const isVerified = (
  plan: string,
  { install_first_seen_at: seenAt }: Pick<SiteRow, 'install_first_seen_at'>,
): boolean => plan === 'self_hosted' || seenAt !== null

/** Makes the function that says whether an address is on one of these sites, and how requests to it count. */
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

/**
 * Makes that function for the sites that the caller's credential reaches; without a credential no address is theirs.
 */
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

/**
 * True for an address at the site's own host and port, or at the default port of its domain, its aliases or their
 * subdomains.
 */
function isOf(site: OwnSite, url: URL): boolean {
  if (url.host === new URL(site.url).host) return true
  const host = url.hostname.replace(/\.$/, '')
  return url.port === '' && domainsOf(site).some((domain) => isWithin(host, domain))
}

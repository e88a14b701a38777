import type { SiteRow } from '../../../db/site-row.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { siteIdsOf, type Principal } from '../../kernel/door/principal.ts'
import type { OwnHosts } from './hourly-limit.ts'

type OwnSite = Pick<SiteRow, 'domain' | 'aliases' | 'url' | 'install_first_seen_at'>

/**
 * Anybody can name a site, but only its owner puts the widget on it. Who runs a server of their own answers for
 * themselves.
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
function isOf({ domain, aliases, url: siteUrl }: OwnSite, url: URL): boolean {
  if (url.host === new URL(siteUrl).host) return true
  const host = url.hostname.replace(/\.$/, '')
  // @NOTE the column is written by us alone, as JSON of checked hosts.
  const names = [domain, ...(JSON.parse(aliases) as string[])]
  return url.port === '' && names.some((name) => host === name || host.endsWith(`.${name}`))
}

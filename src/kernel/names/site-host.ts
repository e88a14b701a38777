import { isIP } from 'node:net'
import { parseWebUrl } from '../../lib/web/web-url.ts'
import { invalidField } from '../door/errors.ts'
import type { SiteRow } from '../../../db/site-row.ts'

/** Returns the host of a site's address: in lower case and punycode, without `www.` and without a dot at its end. */
export const siteHostOf = (url: URL): string =>
  url.hostname.replace(/^(?:www\.)+/, '').replace(/\.+$/, '')

/** Parses an address; undefined for one whose host no site may have. */
export function parseSiteUrl(text: string): URL | undefined {
  const url = parseWebUrl(text.trim())
  return url && isSiteHost(url.hostname, text) ? url : undefined
}

/** A label of a host (RFC 1123 2.1): up to 63 letters, digits and hyphens, with no hyphen at its ends. */
const LABEL = /^(?!-)[a-z\d-]{1,63}(?<!-)$/

/**
 * True for a name that DNS gives to hosts, and for an IP address in its usual spelling: some programs read `0x7f.1` and
 * `1.2.3` as addresses, and others as names.
 */
function isSiteHost(hostname: string, text: string): boolean {
  if (hostname.length === 0 || hostname.length > 253) return false
  if (isIP(hostname.replaceAll(/^\[|\]$/g, '')) !== 0) {
    return hostname.startsWith('[') || text.includes(hostname)
  }
  return hostname
    .replace(/\.$/, '')
    .split('.')
    .every((label) => LABEL.test(label))
}

/** Reads the host of a site from a host or an address. Throws VALIDATION_FAILED for the field `path`. */
export function readSiteHost(text: string, path: string): string {
  const url = parseSiteUrl(text.includes('://') ? text : `https://${text}`)
  if (!url) throw invalidField(path, 'invalid_host', 'Must be a host such as shop.example.com')
  assertNoPort(url, path)
  return siteHostOf(url)
}

/** Ports that browsers leave out of addresses, as `URL.port` has them. */
const USUAL_PORTS: ReadonlySet<string> = new Set(['', '80', '443'])

/**
 * Throws VALIDATION_FAILED for an address with another port than the usual ones, since a domain would lose the port.
 */
export function assertNoPort({ port }: URL, path: string): void {
  if (USUAL_PORTS.has(port)) return
  throw invalidField(path, 'port_in_domain', `A domain has no port; leave :${port} out`)
}

/** Returns the proven domains of a site in addition to its first. */
export const siteAliases = ({ aliases }: Pick<SiteRow, 'aliases'>): string[] =>
  // @NOTE the column is written by us alone, as JSON of checked hosts.
  JSON.parse(aliases) as string[]

export const domainsOf = (site: Pick<SiteRow, 'domain' | 'aliases'>): string[] => [
  site.domain,
  ...siteAliases(site),
]

/** Returns the hosts that prompts of a site may name: its own address may have a port. */
export const sourcesOf = (site: Pick<SiteRow, 'domain' | 'aliases' | 'url'>): string[] => [
  site.domain,
  new URL(site.url).host,
  ...siteAliases(site),
]

/** True for a host that is the domain or a subdomain of it. */
export const isWithin = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`)

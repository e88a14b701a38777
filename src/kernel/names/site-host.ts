import { isIP } from 'node:net'
import { parseWebUrl } from '../../lib/web/web-url.ts'
import { invalidField } from '../door/errors.ts'
import type { SiteRow } from '../../../db/site-row.ts'

/** The host of a site: without `www.` and a dot at its end, in lower case and punycode. */
export const siteHostOf = (url: URL): string =>
  url.hostname.replace(/^(?:www\.)+/, '').replace(/\.+$/, '')

/** Parses an address whose host a site may have. */
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

/** Reads a host, or an address there. Throws VALIDATION_FAILED naming the field. */
export function readSiteHost(text: string, path: string): string {
  const url = parseSiteUrl(text.includes('://') ? text : `https://${text}`)
  if (!url) throw invalidField(path, 'invalid_host', 'Must be a host such as shop.example.com')
  assertNoPort(url, path)
  return siteHostOf(url)
}

/** Ports that browsers leave out of addresses. */
const USUAL_PORTS: ReadonlySet<string> = new Set(['', '80', '443'])

/** Throws VALIDATION_FAILED for an address with another port, which a domain would lose. */
export function assertNoPort({ port }: URL, path: string): void {
  if (USUAL_PORTS.has(port)) return
  throw invalidField(path, 'port_in_domain', `A domain has no port; leave :${port} out`)
}

/** Returns the proven domains of a site besides its first. */
export const siteAliases = ({ aliases }: Pick<SiteRow, 'aliases'>): string[] =>
  // @NOTE the column is written by us alone, as JSON of checked hosts.
  JSON.parse(aliases) as string[]

export const domainsOf = (site: Pick<SiteRow, 'domain' | 'aliases'>): string[] => [
  site.domain,
  ...siteAliases(site),
]

/** The hosts that prompts of a site may name: its own address may have a port. */
export const sourcesOf = (site: Pick<SiteRow, 'domain' | 'aliases' | 'url'>): string[] => [
  site.domain,
  new URL(site.url).host,
  ...siteAliases(site),
]

/** True for a domain and for what is below it. */
export const isWithin = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`)

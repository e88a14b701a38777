import { invalidField } from '../../kernel/errors.ts'
import { parseWebUrl } from '../../lib/web/web-url.ts'

export interface SiteAddress {
  /** The host without `www.`, in lower case and punycode. */
  domain: string
  /** The address of the start page. */
  url: string
}

/** Reads `https://example.com/` or `example.com`. Throws VALIDATION_FAILED naming the field. */
export function siteAddress(field: 'url' | 'domain', text: string): SiteAddress {
  const url = parse(field === 'domain' && !text.includes('://') ? `https://${text}` : text)
  if (!url) throw invalidField(field, 'invalid_url', 'Must be an http or https address with a host')
  if (url.username !== '' || url.password !== '') {
    throw invalidField(field, 'credentials_in_url', 'Must not hold a user name or password')
  }
  return { domain: hostOf(url), url: `${url.origin}${url.pathname}` }
}

/** Reads one more host of a site. */
export function siteAlias(text: string, path: string): string {
  const url = parse(text.includes('://') ? text : `https://${text}`)
  if (!url) throw invalidField(path, 'invalid_host', 'Must be a host such as shop.example.com')
  return hostOf(url)
}

const hostOf = (url: URL): string => url.hostname.replace(/^(?:www\.)+/, '').replace(/\.+$/, '')

function parse(text: string): URL | undefined {
  const url = parseWebUrl(text.trim())
  return url && url.hostname.length > 0 && url.hostname.length <= 253 ? url : undefined
}

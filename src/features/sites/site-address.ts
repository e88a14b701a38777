import { invalidField } from '../../kernel/door/errors.ts'
import { assertNoPort, parseSiteUrl, siteHostOf } from '../../kernel/names/site-host.ts'

export interface SiteAddress {
  /** The host without `www.`, in lower case and punycode. */
  domain: string
  /** The address of the start page. */
  url: string
}

/**
 * Reads the address of a site, such as `https://example.com/` or `example.com`. Throws VALIDATION_FAILED naming the
 * field.
 */
export function siteAddress(field: 'url' | 'domain', text: string): SiteAddress {
  const url = parseSiteUrl(field === 'domain' && !text.includes('://') ? `https://${text}` : text)
  if (!url) throw invalidField(field, 'invalid_url', 'Must be an http or https address with a host')
  if (url.username !== '' || url.password !== '') {
    throw invalidField(field, 'credentials_in_url', 'Must not hold a user name or password')
  }
  if (field === 'domain') {
    assertNoPort(url, field)
    url.port = ''
  }
  return { domain: siteHostOf(url), url: `${url.origin}${url.pathname}` }
}

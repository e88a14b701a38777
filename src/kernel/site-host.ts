import { parseWebUrl } from '../lib/web/web-url.ts'
import { invalidField } from './errors.ts'

/** The host of a site: without `www.` and a dot at its end, in lower case and punycode. */
export const siteHostOf = (url: URL): string =>
  url.hostname.replace(/^(?:www\.)+/, '').replace(/\.+$/, '')

/** Parses an address whose host a site may have. */
export function parseSiteUrl(text: string): URL | undefined {
  const url = parseWebUrl(text.trim())
  return url && url.hostname.length > 0 && url.hostname.length <= 253 ? url : undefined
}

/** Reads a host, or an address there. Throws VALIDATION_FAILED naming the field. */
export function readSiteHost(text: string, path: string): string {
  const url = parseSiteUrl(text.includes('://') ? text : `https://${text}`)
  if (!url) throw invalidField(path, 'invalid_host', 'Must be a host such as shop.example.com')
  return siteHostOf(url)
}

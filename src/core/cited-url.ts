import { isSameHost } from './ai-score/same-page.ts'
import { parseWebUrl } from './web-url.ts'

/**
 * The address by which a page is cited: the one that it gives itself, if that is one of its site, else the one where it
 * was found. A page must not be able to send readers to somebody else.
 */
export function citedUrl(
  { url, canonicalUrl }: { url: string; canonicalUrl: string | null },
  domain: string,
): string {
  if (canonicalUrl === null || canonicalUrl === url) return url
  const host = parseWebUrl(canonicalUrl)?.hostname
  if (host === undefined) return url
  const isOwn = host === domain || host.endsWith(`.${domain}`) || isSameHost(canonicalUrl, url)
  return isOwn ? canonicalUrl : url
}

import { isSameHost } from '../ai-score/same-page.ts'
import { parseWebUrl } from '../../lib/web/web-url.ts'

export interface CitedPage {
  url: string
  /** The canonical address that the page states; it may be that of another site. */
  canonicalUrl: string | null
  /** True once a scan has read the page. */
  isRead: boolean
}

/**
 * Returns the address by which a page is cited: the one that the page gives itself, if that is one of its site, else
 * the one where a scan found it. A page must not be able to send readers to another site, and visitors must not be able
 * to make an address up: a page that no scan has read is cited by the start page of its site, as the owner named it.
 */
export function citedUrl(
  { url, canonicalUrl, isRead }: CitedPage,
  { domain, url: startPage }: { domain: string; url: string },
): string {
  if (!isRead) return startPage
  if (canonicalUrl === null || canonicalUrl === url) return url
  const host = parseWebUrl(canonicalUrl)?.hostname
  if (host === undefined) return url
  const isOwn = host === domain || host.endsWith(`.${domain}`) || isSameHost(canonicalUrl, url)
  return isOwn ? canonicalUrl : url
}

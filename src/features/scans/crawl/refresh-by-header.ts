import { readRefresh } from '../../../domain/html/meta-refresh.ts'
import { LinkResolver } from '../../../domain/html/page-links.ts'
import { addressInHeader } from '../../../lib/web/address-in-header.ts'
import type { FetchResponse } from '../../../net/guarded-client.ts'
import type { CrawlScope, ScopedUrl } from './crawl-scope.ts'
import { isHtmlAnswer } from './is-html-answer.ts'

/**
 * Returns the address to which the header `Refresh` of a page sends its readers; null without one, or where it loads
 * the page again. The header counts more than an element of the page, and also where the body is not sent again
 * (https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-refresh-header).
 */
export function refreshByHeader(
  scope: CrawlScope,
  place: ScopedUrl,
  answer: FetchResponse,
): string | null {
  const { status, headers } = answer
  const refresh = headers['refresh']
  const isPage = status === 304 || (status >= 200 && status < 300)
  if (refresh === undefined || !isPage || !isHtmlAnswer(answer)) return null
  const url = readRefresh(addressInHeader(refresh), new LinkResolver(place.url, undefined))
  return url === null || scope.resolve(url)?.url === place.url ? null : url
}

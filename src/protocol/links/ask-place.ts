import type { CitedAsk } from '../ask/cited-ask.ts'
import { compilePath, matchesCompiled } from '../policy/path.ts'
import { pathOfUrl } from '../policy/path-of-url.ts'
import { readWebAddress } from '../web-address.ts'

/**
 * True when a Cited Ask may be offered on this page: on its one page, on a page of its pattern, or on any page when it
 * names neither.
 */
export function isForPage({ url, path }: CitedAsk, pageUrl: string): boolean {
  if (url !== undefined) return readWebAddress(url)?.href === readWebAddress(pageUrl)?.href
  if (path === undefined) return true
  const pagePath = pathOfUrl(pageUrl)
  return pagePath !== undefined && matchesCompiled(compilePath(path), pagePath)
}

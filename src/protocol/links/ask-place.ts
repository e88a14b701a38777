import type { CitedAsk } from '../ask/cited-ask.ts'
import { compilePath, matchesCompiled } from '../policy/path.ts'
import { pathOfUrl } from '../policy/path-of-url.ts'
import { readWebAddress } from '../web-address.ts'

/** True when a Cited Ask is for this page: its one page, a page of its pattern, or any when it names neither. */
export function isForPage({ url, path }: CitedAsk, pageUrl: string): boolean {
  if (url !== undefined) return readWebAddress(url)?.href === readWebAddress(pageUrl)?.href
  if (path === undefined) return true
  const pagePath = pathOfUrl(pageUrl)
  return pagePath !== undefined && matchesCompiled(compilePath(path), pagePath)
}

import { pageAddresses, type PageParameters } from '../../domain/page/page-address.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'

/**
 * Lists the addresses by which the page at a path is known: letters may come as they are, or percent-encoded, as
 * browsers send them.
 */
export function addressesOfPath(path: string, parameters: PageParameters) {
  const url = parseUrl(`https://any.invalid${path}`)
  return url ? pageAddresses(url, parameters) : ([path] as const)
}

import { pageAddresses, type PageParameters } from '../../domain/page/page-address.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'

/**
 * Lists the addresses by which the page at a path may be stored: with letters as they are, and percent-encoded, as
 * browsers send them.
 */
export function addressesOfPath(path: string, parameters: PageParameters) {
  const url = parseUrl(`https://any.invalid${path}`)
  return url ? pageAddresses(url, parameters) : ([path] as const)
}

import { writtenQuery } from '../../lib/web/told-query.ts'
import { normaliseUrlPath, parseWebUrl } from '../../lib/web/web-url.ts'
import { isTrackingParameter } from '../page/tracking-parameters.ts'

/** An address that an engine named, read. */
export interface SourceAddress {
  /** The address as `URL` spells it. */
  url: string
  /** The address by which a page is known; it has https even where an engine names the page by http. */
  pageUrl: string
  host: string
}

/** The most characters of an address, both as named and as `URL` spells it. */
const MAX_ADDRESS = 2_048
/** The most parameters of an address; no page needs as many. */
const MAX_PARAMETERS = 50
/** The most characters of a name in the DNS (RFC 1035 section 2.3.4), without the dot at its end. */
const MAX_HOST = 253

/** Reads an address of an engine; undefined for a text that is no web address, names a user or is too long. */
export function readSourceAddress(text: string): SourceAddress | undefined {
  if (text.length > MAX_ADDRESS) return undefined
  const url = parseWebUrl(text)
  if (!url || url.username !== '' || url.password !== '') return undefined
  if (url.href.length > MAX_ADDRESS) return undefined
  const host = plainHost(url.hostname)
  if (host === undefined || (url.search !== '' && url.searchParams.size > MAX_PARAMETERS)) {
    return undefined
  }
  const port = url.port === '' ? '' : `:${url.port}`
  const pageUrl = `https://${host}${port}${pathOf(url)}${queryOf(url)}`
  return pageUrl.length > MAX_ADDRESS ? undefined : { url: url.href, pageUrl, host }
}

/** Reads a host that stands alone, such as `www.Bücher.example`; undefined for any other text. */
export function readSourceHost(text: string): string | undefined {
  if (text.length > MAX_HOST) return undefined
  const url = parseWebUrl(`https://${text.trim()}`)
  if (!url?.hostname.includes('.') || url.href !== `https://${url.hostname}/`) return undefined
  return plainHost(url.hostname)
}

/** Returns a host without `www.` and without the dot at its end. */
function plainHost(hostname: string): string | undefined {
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  if (host.length > MAX_HOST || host.split('.').includes('')) return undefined
  const bare = host.startsWith('www.') ? host.slice('www.'.length) : host
  // `www.com` is a domain of its own.
  return bare.includes('.') ? bare : host
}

function pathOf({ pathname }: URL): string {
  let end = pathname.length
  while (end > 1 && pathname[end - 1] === '/') end -= 1
  return normaliseUrlPath(pathname.slice(0, end))
}

function queryOf({ search, searchParams }: URL): string {
  if (search === '') return ''
  return writtenQuery([...searchParams].filter(([name]) => !isTrackingParameter(name)))
}

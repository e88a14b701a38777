import { hash } from 'node:crypto'
import { parseWebUrl } from '../../lib/web/web-url.ts'

/** Matches parameters that say where a visitor came from, and nothing about the page. */
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|ref|source)$/i

/** Reduces an address to the parts that tell pages apart; common spelling differences are removed. */
function pageKey(url: string): string | undefined {
  const parsed = parseWebUrl(url)
  if (parsed === undefined) return undefined
  const { hostname, port, pathname, searchParams } = parsed
  const query = [...searchParams]
    .slice(0, 100)
    .filter(([name]) => !TRACKING.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('&')
  const path = pathname.replace(/\/(?:index\.(?:html?|php))?$/i, '')
  return `${plainHost(hostname)}:${port}${path}?${query}`
}

/** Makes a mark of 12 characters that finds an address in a long list; undefined for a text that is not an address. */
export function pageMark(url: string): string | undefined {
  const key = pageKey(url)
  return key === undefined ? undefined : hash('sha256', key, 'base64url').slice(0, 12)
}

const plainHost = (host: string): string => host.toLowerCase().replace(/^www\./, '')

/**
 * True when two addresses name the same page: they differ at most in protocol, `www.`, a slash or index document at
 * the end, the fragment, the order of parameters, and campaign parameters.
 */
export function isSamePage(one: string, other: string): boolean {
  if (one === other) return parseWebUrl(one) !== undefined
  const key = pageKey(one)
  return key !== undefined && key === pageKey(other)
}

/** True when two addresses are on the same host; `www.` makes no difference. */
export function isSameHost(one: string, other: string): boolean {
  const [a, b] = [parseWebUrl(one), parseWebUrl(other)]
  return a !== undefined && b !== undefined && plainHost(a.hostname) === plainHost(b.hostname)
}

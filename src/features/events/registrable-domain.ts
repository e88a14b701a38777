import { createRequire } from 'node:module'

type Tldts = { getDomain(hostname: string): string | null }

let tldts: Tldts | undefined
let last: { hostname: string; domain: string } | undefined

/**
 * Answers the domain that a host is registered under, or the host itself where there is none, such as an IP address.
 */
export function registrableDomain(hostname: string): string {
  if (last?.hostname === hostname) return last.domain
  // @NOTE a lazy require keeps the large list of public suffixes out of the start; it gives `any`.
  tldts ??= createRequire(import.meta.url)('tldts') as Tldts
  const domain = tldts.getDomain(hostname) ?? hostname
  last = { hostname, domain }
  return domain
}

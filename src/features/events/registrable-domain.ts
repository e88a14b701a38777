import { createRequire } from 'node:module'

type Tldts = { getDomain(hostname: string): string | null }

let tldts: Tldts | undefined
let last: { hostname: string; domain: string } | undefined

/** The domain that a host is registered under, or the host itself where there is none, such as an address. */
export function registrableDomain(hostname: string): string {
  if (last?.hostname === hostname) return last.domain
  // @NOTE the list of public suffixes is large, and a server is ready without it; require gives `any`.
  tldts ??= createRequire(import.meta.url)('tldts') as Tldts
  const domain = tldts.getDomain(hostname) ?? hostname
  last = { hostname, domain }
  return domain
}

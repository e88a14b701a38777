import { createRequire } from 'node:module'
import { trimSigns } from '../text/trim-signs.ts'
import { readIpAddress } from './ip-address.ts'

interface Options {
  allowPrivateDomains: boolean
  extractHostname: boolean
  validateHostname: boolean
}
type Tldts = { getDomain(hostname: string, options: Options): string | null }

/**
 * The options of the list of suffixes. Suffixes under which a company lets others have names count too: `a.github.io`
 * is not `b.github.io`. Names that no registry would take have a domain as well, since wildcards of the DNS answer for
 * them.
 */
const OPTIONS = { allowPrivateDomains: true, extractHostname: false, validateHostname: false }

let tldts: Tldts | undefined
let last: { hostname: string; domain: string | undefined } | undefined

/**
 * Returns the domain that a host is registered under, by the list at https://publicsuffix.org; undefined for a host
 * without one, such as an IP address, a suffix itself or a name of one label. `hostname` is as `URL` spells it.
 */
export function findRegistrableDomain(hostname: string): string | undefined {
  if (last?.hostname === hostname) return last.domain
  // @NOTE a lazy require keeps the large list of public suffixes out of the start; it gives `any`.
  tldts ??= createRequire(import.meta.url)('tldts') as Tldts
  const domain = tldts.getDomain(trimSigns(hostname, isDot, 'end'), OPTIONS) ?? undefined
  last = { hostname, domain }
  return domain
}

const isDot = (char: string): boolean => char === '.'

/** Returns the domain that a host is registered under, or the host itself if it is not under one. */
export const registrableDomain = (hostname: string): string =>
  findRegistrableDomain(hostname) ?? hostname

/**
 * Says whether a host has one label, or is a suffix below which others have names, such as `co.uk` and `github.io`. A
 * site is never a whole suffix. `hostname` is as `URL` spells it.
 */
export const isPublicSuffix = (hostname: string): boolean =>
  findRegistrableDomain(hostname) === undefined && readIpAddress(hostname) === undefined

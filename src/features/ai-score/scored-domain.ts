import { networkOf } from '../../auth/client-address.ts'
import { findRegistrableDomain } from '../../lib/web/registrable-domain.ts'

const WEB_PORTS: ReadonlySet<string> = new Set(['', '80', '443'])
/** IPv4 within IPv6, as `URL` spells it. */
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/

/**
 * Names whose server it is that a score asks: the registrable domain, whatever the name below it and the port. What has no
 * such domain stands for itself: an address of IPv4, a /64 of IPv6, or a name such as `localhost`, each with a port that
 * is not the web's, since one machine serves several sites there.
 */
export function scoredDomain({ hostname, port }: URL): string {
  const domain = findRegistrableDomain(hostname)
  if (domain !== undefined) return domain
  const host = hostname.startsWith('[')
    ? networkOfIpv6(hostname.slice(1, -1))
    : hostname.replace(/\.$/, '')
  return WEB_PORTS.has(port) ? host : `${host} ${port}`
}

function networkOfIpv6(address: string): string {
  const [, high, low] = MAPPED.exec(address) ?? []
  if (high === undefined || low === undefined) return networkOf(address)
  const bytes = [high, low].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 255]
  })
  return bytes.join('.')
}

import { isIP } from 'node:net'
import { parseNetworkList, type NetworkList } from '../lib/web/network-list.ts'

/** Addresses and CIDR ranges, parsed on first use, so that a start does not wait for them. */
class AddressRanges {
  readonly #entries: readonly string[]
  #list: NetworkList | undefined

  constructor(entries: readonly string[]) {
    this.#entries = entries
  }

  /** Parses the ranges. Throws an Error that names an entry that is neither address nor range. */
  read(): NetworkList {
    this.#list ??= parseNetworkList('ALLOW_PRIVATE_NETWORKS', this.#entries)
    return this.#list
  }

  /** True for an address in one of the ranges; false for a text that is not an IP address, or has a zone. */
  include(address: string): boolean {
    return this.read().includes(address)
  }
}

/**
 * IPv4 ranges outside the public internet: the IANA special-purpose registry, multicast, and one cloud's host
 * service.
 */
const V4_DENIED = new AddressRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier NAT; a metadata service too
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local; most metadata services
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32', // Azure's host service, in a public range
])

/**
 * The only IPv6 range that is routed publicly. Mapped, compatible and translated IPv4, loopback and ULA lie outside
 * of it.
 */
const V6_GLOBAL = new AddressRanges(['2000::/3'])

/**
 * Special ranges within `V6_GLOBAL`: IETF protocols with Teredo and ORCHID, documentation, 6to4, documentation again.
 */
const V6_DENIED = new AddressRanges(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** True for a literal address of the public internet; false for a text that is not an IP address, or has a zone. */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false
  const family = isIP(address)
  if (family === 4) return !V4_DENIED.include(address)
  if (family === 6) return V6_GLOBAL.include(address) && !V6_DENIED.include(address)
  return false
}

/** The non-public addresses that the operator allows to be reached. */
export interface AllowedNetworks {
  /** True when nothing is allowed: the default in production. */
  readonly isClosed: boolean
  includes(address: string): boolean
}

/** Allows only the public internet. */
export const NO_PRIVATE_NETWORKS: AllowedNetworks = { isClosed: true, includes: () => false }

/** The ranges of this machine and of private networks: loopback, RFC 1918, carrier NAT, ULA. */
const PRIVATE = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
]

/**
 * Metadata services within `PRIVATE`: they give credentials to anyone who asks. Each IPv6 range is a network of the
 * provider that holds more such services.
 */
const METADATA = new AddressRanges([
  '100.100.100.200/32', // Alibaba Cloud
  'fd00:42::/32', // Scaleway
  'fd00:c1::/32', // Oracle Cloud
  'fd00:ec2::/32', // Amazon: instances, and the credentials of containers
  'fd20:ce::/32', // Google Cloud
])

/**
 * Parses ALLOW_PRIVATE_NETWORKS: empty or `0` allows nothing, `1` this machine and private networks without metadata
 * services, anything else exactly the named addresses and CIDR ranges, separated by commas. Throws an Error that
 * names an invalid entry.
 */
export function parseAllowedNetworks(setting: string): AllowedNetworks {
  const text = setting.trim()
  if (text === '' || text === '0') return NO_PRIVATE_NETWORKS
  const isAll = text === '1'
  const ranges = new AddressRanges(isAll ? PRIVATE : text.split(',').map((entry) => entry.trim()))
  ranges.read()
  return {
    isClosed: false,
    includes: (address) => ranges.include(address) && !(isAll && METADATA.include(address)),
  }
}

import { isIP, type BlockList } from 'node:net'
import { networkList } from '../lib/web/network-list.ts'

/** Addresses and CIDR ranges; read when they are first asked about, which a start does not wait for. */
class Ranges {
  readonly #entries: readonly string[]
  #list: BlockList | undefined

  constructor(entries: readonly string[]) {
    this.#entries = entries
  }

  /** Throws an Error that names the entry that is neither address nor range. */
  read(): BlockList {
    this.#list ??= networkList('ALLOW_PRIVATE_NETWORKS', this.#entries)
    return this.#list
  }

  /** False for what is no IP address, or has a zone. */
  include(address: string): boolean {
    const family = address.includes('%') ? 0 : isIP(address)
    return family !== 0 && this.read().check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}

/** IPv4 that is not the public internet: the special-purpose registry, multicast, and one cloud's host service. */
const V4_DENIED = new Ranges([
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

/** The only IPv6 that is routed publicly. Mapped, compatible and translated IPv4, loopback and ULA are outside of it. */
const V6_GLOBAL = new Ranges(['2000::/3'])

/** What is special within it: IETF protocols with Teredo and ORCHID, documentation, 6to4, documentation again. */
const V6_DENIED = new Ranges(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** Whether a literal is an address of the public internet. Anything that is no IP address, or has a zone, is not. */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false
  const family = isIP(address)
  if (family === 4) return !V4_DENIED.include(address)
  if (family === 6) return V6_GLOBAL.include(address) && !V6_DENIED.include(address)
  return false
}

/** Addresses that an operator permits although they are not public. */
export interface AllowedNetworks {
  /** Whether nothing is permitted: the default in production. */
  readonly isClosed: boolean
  includes(address: string): boolean
}

/** Nothing but the public internet. */
export const NO_PRIVATE_NETWORKS: AllowedNetworks = { isClosed: true, includes: () => false }

/** This machine and the networks that it may stand in: RFC 1918, carrier NAT, ULA. */
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
 * Metadata services within those ranges: they give credentials to whoever asks. Those of IPv6 have a network of the
 * provider's own, with more such services in it.
 */
const METADATA = new Ranges([
  '100.100.100.200/32', // Alibaba Cloud
  'fd00:42::/32', // Scaleway
  'fd00:c1::/32', // Oracle Cloud
  'fd00:ec2::/32', // Amazon: instances, and the credentials of containers
  'fd20:ce::/32', // Google Cloud
])

/**
 * Reads ALLOW_PRIVATE_NETWORKS: empty or `0` permits nothing, `1` this machine and private networks without metadata
 * services, otherwise just the addresses and CIDR ranges named, separated by commas. Throws an Error that names the
 * entry that is neither.
 */
export function parseAllowedNetworks(setting: string): AllowedNetworks {
  const text = setting.trim()
  if (text === '' || text === '0') return NO_PRIVATE_NETWORKS
  const isAll = text === '1'
  const ranges = new Ranges(isAll ? PRIVATE : text.split(',').map((entry) => entry.trim()))
  ranges.read()
  return {
    isClosed: false,
    includes: (address) => ranges.include(address) && !(isAll && METADATA.include(address)),
  }
}

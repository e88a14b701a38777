import { hash } from 'node:crypto'
import { isIP, isIPv6, type BlockList } from 'node:net'
import { BoundedMap } from '../lib/cache/bounded-map.ts'
import { copyText } from '../lib/text/copy-text.ts'
import { parseNetworkList } from '../lib/web/network-list.ts'

const MAX_CACHED = 10_000
/** No address is longer; what a client sends in place of one may be. */
const MAX_ADDRESS_CHARS = 64

/**
 * Decides whose address a request has. Without a trusted proxy that is the peer's; behind one it is the
 * nearest entry of X-Forwarded-For that a trusted hop did not write about itself.
 */
export class ClientAddressResolver {
  readonly #hops: number
  readonly #ranges: BlockList | undefined
  readonly #secret: string
  readonly #buckets = new BoundedMap<string, string>(MAX_CACHED)

  /** `trustProxy` is a number of hops, or addresses and CIDR ranges separated by commas; empty trusts nobody. */
  constructor(trustProxy: string, secret: Buffer) {
    this.#secret = secret.toString('base64url')
    this.#hops = /^\d+$/.test(trustProxy) ? Number(trustProxy) : 0
    this.#ranges = parseTrustedProxies(trustProxy)
  }

  trusts(peer: string): boolean {
    return this.#hops > 0 || this.#isTrusted(peer)
  }

  clientAddress(peer: string, forwardedFor: string | undefined): string {
    if (forwardedFor === undefined || !this.trusts(peer)) return plain(peer)
    const chain = [...forwardedFor.split(',').map((entry) => entry.trim()), peer]
    const nearest =
      this.#hops > 0
        ? chain.at(-1 - this.#hops)
        : chain.findLast((address) => !this.#isTrusted(address))
    const address = plain(nearest ?? chain[0] ?? peer)
    return copyText(address.slice(0, MAX_ADDRESS_CHARS))
  }

  /** Makes a name for the address that cannot be turned back; IPv6 addresses of one /64 share it. */
  pseudonym(address: string): string {
    return this.#buckets.getOrMake(address, () =>
      hash('sha256', `${this.#secret} ${networkOf(address)}`, 'base64url').slice(0, 16),
    )
  }

  #isTrusted(address: string): boolean {
    return this.#ranges !== undefined && isWithin(address, this.#ranges)
  }
}

/** True for an address of the networks; never for a text that is none. */
export function isWithin(address: string, networks: BlockList): boolean {
  const clean = plain(address)
  const family = isIP(clean)
  return family !== 0 && networks.check(clean, family === 6 ? 'ipv6' : 'ipv4')
}

/** IPv4 written as IPv6 is IPv4; anything that is no address is kept as text and trusted by nobody. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** The ranges of TRUST_PROXY, unless it is a number of hops. Throws an Error that names the entry that is none. */
export function parseTrustedProxies(setting: string): BlockList | undefined {
  if (setting === '' || /^\d+$/.test(setting)) return undefined
  const entries = setting.split(',').map((entry) => entry.trim())
  return parseNetworkList('TRUST_PROXY', entries)
}

/** The network that stands for an address: one holder has a whole /64 of IPv6. */
export const networkOf = (address: string): string =>
  isIPv6(address) ? address64(address) : address

/** Cuts an IPv6 address to its first four groups. */
function address64(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) {
    const rest = tail.split(':').filter(Boolean)
    while (groups.length + rest.length < 8) groups.push('0')
    groups.push(...rest)
  }
  return groups.slice(0, 4).join(':')
}

import { BlockList, isIP } from 'node:net'
import { inQuotes } from '../text/in-quotes.ts'
import { readIpAddress } from './ip-address.ts'

/** A list of networks of both families. They do not mix: `::/0` is all of IPv6 and nothing of IPv4. */
export class NetworkList {
  readonly #v4 = new BlockList()
  readonly #v6 = new BlockList()

  add({ address, length, family }: Network): void {
    const list = family === 'ipv6' ? this.#v6 : this.#v4
    list.addSubnet(address, length, family)
  }

  /**
   * Says whether an address belongs to the networks; false for an address with a zone, or for a text that is not an
   * address.
   */
  includes(address: string): boolean {
    const family = address.includes('%') ? 0 : isIP(address)
    if (family === 0) return false
    return family === 6 ? this.#v6.check(address, 'ipv6') : this.#v4.check(address, 'ipv4')
  }
}

/** Parses addresses and CIDR ranges. Throws an Error that names the setting and the invalid entry. */
export function parseNetworkList(setting: string, entries: readonly string[]): NetworkList {
  const list = new NetworkList()
  for (const entry of entries) {
    const network = readNetwork(entry)
    if (!network) throw new Error(`${setting}: ${inQuotes(entry)} is no address or CIDR range`)
    list.add(network)
  }
  return list
}

export const isNetwork = (entry: string): boolean => readNetwork(entry) !== undefined

interface Network {
  address: string
  length: number
  family: 'ipv4' | 'ipv6'
}

/** The length in bits of the prefix that an IPv4 address has within IPv6. */
const MAPPED_BITS = 96

function readNetwork(entry: string): Network | undefined {
  const [address = '', bits, ...rest] = entry.split('/')
  const family = address.includes('%') ? 0 : isIP(address)
  const most = family === 6 ? 128 : 32
  const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity
  if (family === 0 || length > most || rest.length > 0) return undefined
  return family === 6 ? network6(address, length) : { address, length, family: 'ipv4' }
}

/** Returns a network of IPv6; one of IPv4 addresses within IPv6 becomes the network of IPv4. */
function network6(address: string, length: number): Network {
  const plain = readIpAddress(address) ?? address
  return isIP(plain) === 4 && length >= MAPPED_BITS
    ? { address: plain, length: length - MAPPED_BITS, family: 'ipv4' }
    : { address, length, family: 'ipv6' }
}

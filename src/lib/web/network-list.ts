import { BlockList, isIP } from 'node:net'
import { inQuotes } from '../text/in-quotes.ts'

/** Parses addresses and CIDR ranges. Throws an Error that names the setting and the invalid entry. */
export function parseNetworkList(setting: string, entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const network = readNetwork(entry)
    if (!network) throw new Error(`${setting}: ${inQuotes(entry)} is no address or CIDR range`)
    list.addSubnet(network.address, network.length, network.family)
  }
  return list
}

export const isNetwork = (entry: string): boolean => readNetwork(entry) !== undefined

function readNetwork(entry: string) {
  const [address = '', bits, ...rest] = entry.split('/')
  const family = address.includes('%') ? 0 : isIP(address)
  const most = family === 6 ? 128 : 32
  const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity
  if (family === 0 || length > most || rest.length > 0) return undefined
  return { address, length, family: family === 6 ? 'ipv6' : 'ipv4' } as const
}

import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { BoundedMap } from '../lib/cache/bounded-map.ts'
import { forwardedFor } from '../lib/web/forwarded.ts'
import { readIpAddress } from '../lib/web/ip-address.ts'
import { parseNetworkList, type NetworkList } from '../lib/web/network-list.ts'

const MAX_CACHED = 10_000

/** The header that says whose request a proxy passes on; by default X-Forwarded-For, and Forwarded where it is absent. */
export const FORWARDED_HEADERS = ['x-forwarded-for', 'forwarded'] as const

export type ForwardedHeader = (typeof FORWARDED_HEADERS)[number]

/**
 * Decides which address a request has. Without a trusted proxy it is the peer's. Behind one it is the nearest entry of
 * the proxy's header that a trusted hop did not write about itself. Where that entry is not an address, the nearest
 * address on our side of it counts: trusted hops wrote everything there, so a client cannot choose it.
 */
export class ClientAddressResolver {
  readonly #hops: number
  readonly #ranges: NetworkList | undefined
  readonly #header: ForwardedHeader | undefined
  #meetForwarded: (() => void) | undefined
  readonly #secret: string
  readonly #buckets = new BoundedMap<string, string>(MAX_CACHED)

  /**
   * `trustProxy` is a number of hops, or addresses and CIDR ranges separated by commas; an empty text trusts no proxy. Where no
   * header is named, `meetForwarded` is called once, when a trusted proxy sends Forwarded alone.
   */
  constructor(
    trustProxy: string,
    secret: Buffer,
    header?: ForwardedHeader,
    meetForwarded?: () => void,
  ) {
    this.#secret = secret.toString('base64url')
    this.#hops = /^\d+$/.test(trustProxy) ? Number(trustProxy) : 0
    this.#ranges = parseTrustedProxies(trustProxy)
    this.#header = header
    this.#meetForwarded = header === undefined ? meetForwarded : undefined
  }

  trusts(peer: string): boolean {
    return this.#hops > 0 || this.#isTrusted(readIpAddress(peer) ?? '')
  }

  /** Returns the client's address. Each header is one text: several lines of a name are one list (RFC 9110 5.3). */
  clientAddress(peer: string, list: string | undefined, forwarded?: string): string {
    const own = readIpAddress(peer) ?? peer
    if (!this.trusts(own)) return own
    const entries = this.#entriesOf(list, forwarded)
    return this.#hops > 0 ? this.#afterHops(own, entries) : this.#beforeTrusted(own, entries)
  }

  #entriesOf(list: string | undefined, forwarded: string | undefined): readonly string[] {
    if (this.#header !== 'forwarded' && list !== undefined) return addressList(list)
    if (this.#header === 'x-forwarded-for' || forwarded === undefined) return []
    this.#meetForwarded?.()
    this.#meetForwarded = undefined
    return forwardedFor(forwarded)
  }

  #afterHops(peer: string, entries: readonly string[]): string {
    const written = entries.slice(-this.#hops)
    for (const entry of written) {
      const address = readIpAddress(entry)
      if (address !== undefined) return address
    }
    return peer
  }

  #beforeTrusted(peer: string, entries: readonly string[]): string {
    let nearest = peer
    for (let i = entries.length - 1; i >= 0; i--) {
      const address = readIpAddress(entries[i] ?? '')
      if (address === undefined) return nearest
      nearest = address
      if (!this.#isTrusted(address)) return nearest
    }
    return nearest
  }

  /**
   * Makes a name for the address, from which the address cannot be computed; IPv6 addresses of one /64 share a name.
   */
  pseudonym(address: string): string {
    return this.#buckets.getOrMake(address, () =>
      hash('sha256', `${this.#secret} ${networkOf(address)}`, 'base64url').slice(0, 16),
    )
  }

  #isTrusted(address: string): boolean {
    return this.#ranges?.includes(address) ?? false
  }
}

/** Splits a header at its commas into its elements; empty ones do not count (RFC 9110 5.6.1.2). */
const addressList = (header: string): string[] =>
  header.split(',').filter((entry) => entry.trim() !== '')

/**
 * Parses the ranges of TRUST_PROXY; undefined where it is empty or a number of hops. Throws an Error that names an
 * entry that is not a range.
 */
export function parseTrustedProxies(setting: string): NetworkList | undefined {
  if (setting === '' || /^\d+$/.test(setting)) return undefined
  const entries = setting.split(',').map((entry) => entry.trim())
  return parseNetworkList('TRUST_PROXY', entries)
}

/**
 * Returns the part of an address by which its holder is counted: the /64 of an IPv6 address, since one holder has all
 * of it, or else the whole address.
 */
export const networkOf = (address: string): string =>
  isIPv6(address) ? address64(address) : address

/** Returns the first four groups of an IPv6 address. */
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

import { isIP, SocketAddress } from 'node:net'
import { copyText } from '../text/copy-text.ts'

/** The longest text that is read as an address: more than IPv6 with IPv4 at its end, a zone and a port take. */
const MAX_CHARS = 128

/**
 * The pattern of a port behind an address: digits, the name that RFC 7239 section 6 allows in their place, or the colon
 * alone, as some proxies write.
 */
const PORT = String.raw`(?::(?:\d{0,5}|_[\w.-]+))?`
const BRACKETED = new RegExp(String.raw`^\[([^\]]*)\]${PORT}$`)
const DOTTED = new RegExp(String.raw`^([\d.]+)${PORT}$`)

/**
 * Reads an address as proxies write it: with blanks or quotes around it, with a port, in brackets, with a zone. Returns
 * its one spelling (RFC 5952), in which IPv4 within IPv6 is IPv4; undefined for a text that is not an address. An IPv4
 * address with leading zeros, which are octal to some readers and decimal to others, counts as no address.
 */
export function readIpAddress(text: string): string | undefined {
  if (text.length > MAX_CHARS) return undefined
  const bare = withoutQuotes(text.trim())
  const host = BRACKETED.exec(bare)?.[1] ?? DOTTED.exec(bare)?.[1] ?? bare
  return canonical(host)
}

/** The beginning of an IPv4 address within IPv6, as Node writes it. */
const MAPPED = '::ffff:'

function canonical(address: string): string | undefined {
  const family = isIP(address)
  // The address is kept; without a copy it would keep the whole header in memory.
  if (family === 4) return copyText(address)
  if (family !== 6) return undefined
  const [withoutZone = ''] = address.split('%')
  const spelt = new SocketAddress({ address: withoutZone, family: 'ipv6' }).address
  return spelt.startsWith(MAPPED) && spelt.includes('.') ? spelt.slice(MAPPED.length) : spelt
}

function withoutQuotes(text: string): string {
  const [first] = text
  const isQuoted = text.length > 1 && (first === '"' || first === "'") && text.endsWith(first)
  return isQuoted ? text.slice(1, -1).trim() : text
}

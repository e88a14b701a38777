import { isIP } from 'node:net'
import { parseUrl } from '../lib/web/parse-url.ts'
import { isPublicAddress, type AllowedNetworks } from './address-policy.ts'

/**
 * The rules for what a caller may reach. Addresses in `allowed` may be reached by plain http, at any port of a
 * service.
 */
export interface UrlPolicy {
  /** The schemes of addresses: `https`, or `any` for plain http as well. */
  schemes: 'https' | 'any'
  ports: PortRule
  allowed: AllowedNetworks
}

export type UrlRefusalCode =
  'INVALID_URL' | 'SCHEME_REFUSED' | 'USERINFO_REFUSED' | 'PORT_REFUSED' | 'BLOCKED_ADDRESS'

/** The reason why a target is refused: a sentence for the person who wrote the URL, without any address. */
export interface UrlRefusal {
  code: UrlRefusalCode
  reason: string
}

export type UrlVerdict = { isPermitted: true; url: URL } | ({ isPermitted: false } & UrlRefusal)

/** The scheme and the port of a connection, without its address. */
export interface Endpoint {
  /** The scheme as in `URL.protocol`: `http:` or `https:`. */
  protocol: string
  port: number
}

const MAX_URL = 2_048
/** The most characters of an encoded URL: characters outside ASCII take three to nine once they are encoded. */
const MAX_ENCODED_URL = 8_192

/** The pattern of names that always lead to this machine or its network, with any resolver. */
const LOCAL_NAME = /^[^.]*$|\.(?:localhost|local|internal)$/

/**
 * Parses a URL (relative to `base`, for a redirect) and checks everything that needs no resolver. The returned URL
 * has no fragment and no dot after its host. Only the result of the WHATWG parser counts: it already turns decimal,
 * octal, hex, short and fullwidth forms into plain addresses.
 */
export function vetUrl(text: string, policy: UrlPolicy, base?: URL): UrlVerdict {
  const url = parse(text, base)
  if (url === undefined) return refuse('INVALID_URL', 'This is not a complete URL')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse('SCHEME_REFUSED', 'Only https and http URLs can be fetched')
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('USERINFO_REFUSED', 'A URL with a user name or password is not fetched')
  }
  const host = hostOf(url)
  if (host.startsWith('.') || host.endsWith('.') || host.includes('..')) {
    return refuse('INVALID_URL', 'The host name has an empty part')
  }
  const vet = isIP(host) === 0 ? vetName : vetAddress
  const refusal = vet(host, endpointOf(url), policy)
  if (refusal !== undefined) return { isPermitted: false, ...refusal }
  url.hash = ''
  if (url.hostname.endsWith('.')) url.hostname = host
  return { isPermitted: true, url }
}

/** Checks one address of a connection: a literal, each address of a name, and the one that was reached. */
export function vetAddress(
  address: string,
  endpoint: Endpoint,
  policy: UrlPolicy,
): UrlRefusal | undefined {
  if (policy.allowed.includes(address)) return vetAllowed(endpoint)
  if (!isPublicAddress(address)) {
    return { code: 'BLOCKED_ADDRESS', reason: 'The host is at a private or reserved address' }
  }
  return vetEndpoint(endpoint, policy)
}

/** The first port that IANA does not assign; systems give it and those above to any program. */
const FIRST_DYNAMIC_PORT = 49_152

/**
 * Returns the refusal of a port of an allowed private address; undefined for any port but those of `OTHER_PROTOCOLS`,
 * which a stray request could command, and privileged ones.
 */
const vetAllowed = ({ port }: Endpoint): UrlRefusal | undefined =>
  port >= FIRST_DYNAMIC_PORT || isPortPermitted(port, 'service') ? undefined : portRefused(port)

export function endpointOf(url: URL): Endpoint {
  const standard = url.protocol === 'https:' ? 443 : 80
  return { protocol: url.protocol, port: url.port === '' ? standard : Number(url.port) }
}

/**
 * Checks a name. When private networks are allowed, a name may lead to one, so its addresses decide once they are
 * known.
 */
function vetName(host: string, endpoint: Endpoint, policy: UrlPolicy): UrlRefusal | undefined {
  if (!policy.allowed.isClosed) return undefined
  if (LOCAL_NAME.test(host)) {
    return { code: 'BLOCKED_ADDRESS', reason: 'The host name is one of a private network' }
  }
  return vetEndpoint(endpoint, policy)
}

function vetEndpoint({ protocol, port }: Endpoint, policy: UrlPolicy): UrlRefusal | undefined {
  if (policy.schemes === 'https' && protocol !== 'https:') {
    return { code: 'SCHEME_REFUSED', reason: 'Only https URLs are permitted here' }
  }
  if (!isPortPermitted(port, policy.ports)) {
    return portRefused(port)
  }
  return undefined
}

const portRefused = (port: number): UrlRefusal => ({
  code: 'PORT_REFUSED',
  reason: `Port ${port} is not permitted`,
})

function parse(text: string, base: URL | undefined): URL | undefined {
  if (text.length > MAX_URL) return undefined
  const url = parseUrl(text, base)
  return url && url.href.length > MAX_ENCODED_URL ? undefined : url
}

/** Returns the host of a URL without the brackets of IPv6 and without a final dot. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$|\.$/g, '')

const refuse = (code: UrlRefusalCode, reason: string): UrlVerdict => ({
  isPermitted: false,
  code,
  reason,
})

/**
 * The ports that a caller may reach: `standard` is 80 and 443; `service` adds every unprivileged port on which no
 * other well-known protocol listens.
 */
type PortRule = 'standard' | 'service'

/** Ports of databases, queues, control planes and chat servers, which a stray HTTP request could command. */
const OTHER_PROTOCOLS: ReadonlySet<number> = new Set([
  1080, 1433, 1521, 1719, 1720, 1723, 2049, 2181, 2375, 2376, 2377, 2379, 2380, 3306, 3389, 3659,
  4045, 4190, 4369, 5060, 5061, 5432, 5433, 5672, 5900, 5984, 5985, 5986, 6000, 6379, 6380, 6443,
  6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7000, 7001, 7199, 8300, 8301, 8500, 8600, 9042,
  9092, 9160, 9200, 9300, 10050, 10051, 10080, 10250, 10255, 11211, 15672, 25672, 26379, 27017,
  27018, 27019, 50070,
])

/** True when a rule permits a port. */
function isPortPermitted(port: number, rule: PortRule): boolean {
  if (port === 80 || port === 443) return true
  return rule === 'service' && port >= 1024 && port <= 65_535 && !OTHER_PROTOCOLS.has(port)
}

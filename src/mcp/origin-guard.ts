import type { IncomingHttpHeaders } from 'node:http'
import { parseUrl } from '../lib/web/parse-url.ts'

/**
 * Makes a check of a request's headers, which names the header that is foreign, or returns undefined. `Host` must be
 * one of ours, since a page that rebinds its name to a local address sends its own name; `Origin`, where a browser
 * sends one, must be ours or allowed.
 */
export function createOriginGuard(
  publicUrl: string,
  host: string,
  allowedOrigins: readonly string[],
) {
  const own = new URL(publicUrl).hostname
  const isWildcard = host === '0.0.0.0' || host === '::'
  const hosts = new Set([
    own,
    'localhost',
    '127.0.0.1',
    '[::1]',
    ...(isWildcard ? [] : [bracketed(host)]),
  ])
  const allowed = new Set(allowedOrigins.map((origin) => originOf(origin) ?? origin))
  const isOurs = (sent: string): boolean => {
    const name = NO_HOST.test(sent) ? undefined : hostname(`http://${sent}`)
    return name !== undefined && hosts.has(name)
  }
  // Reading an address costs a tenth of a call, and most requests name the host of the one before.
  let last = { sent: '', isOurs: false }
  return ({ host: sent = '', origin }: IncomingHttpHeaders): 'host' | 'origin' | undefined => {
    if (sent !== last.sent) last = { sent, isOurs: isOurs(sent) }
    if (!last.isOurs) return 'host'
    if (origin === undefined) return undefined
    const from = hostname(origin)
    const isOwn = from !== undefined && hosts.has(from)
    return isOwn || allowed.has(origin) ? undefined : 'origin'
  }
}

/**
 * Matches a character that no host and port have, and that a URL would take for the end of a name, a path or a query.
 */
const NO_HOST = /[^\w.:[\]-]/

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)

const hostname = (url: string): string | undefined => parseUrl(url)?.hostname

/** Returns the origin of an address; undefined where that is "null", as for schemes that only one application knows. */
function originOf(url: string): string | undefined {
  const origin = parseUrl(url)?.origin
  return origin === 'null' ? undefined : origin
}

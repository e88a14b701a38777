import { addressInHeader } from '../lib/web/address-in-header.ts'

/** Supported methods; CONNECT is left out, since it would be a tunnel. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** One request of a chain of redirects. */
export interface Hop {
  url: URL
  method: Method
  /** Request headers, names in lower case. */
  headers: Readonly<Record<string, string>>
  body: string | Buffer | undefined
}

/** One redirect that was followed. */
export interface Redirect {
  status: number
  from: string
  to: string
  /** True when the redirect led from https to plain http. */
  isDowngrade: boolean
}

const STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Headers that belong to the origin they were written for, and headers of a body that is no longer sent. */
const ORIGIN_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
])
const BODY_HEADERS: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-type',
])

/**
 * Returns the header Location of an answer, to be resolved against the address of the answer; undefined without one.
 */
export function locationOf({ location }: Readonly<Record<string, string>>): string | undefined {
  const address = location === undefined ? '' : addressInHeader(location).trim()
  return address === '' ? undefined : address
}

/** Returns the header Location of a redirect that browsers follow; undefined for other answers. */
export const redirectTarget = (
  status: number,
  headers: Readonly<Record<string, string>>,
): string | undefined => (STATUSES.has(status) ? locationOf(headers) : undefined)

/**
 * Makes the request that follows a redirect, by the Fetch standard: 303, and 301 or 302 after a POST, become a GET
 * without a body; credentials stay with their origin.
 */
export function nextHop(hop: Hop, status: number, url: URL): Hop {
  const becomesGet =
    (status === 303 && hop.method !== 'HEAD') || (status < 303 && hop.method === 'POST')
  const changesOrigin = url.origin !== hop.url.origin
  const kept = Object.entries(hop.headers).filter(
    ([name]) =>
      !(becomesGet && BODY_HEADERS.has(name)) && !(changesOrigin && ORIGIN_HEADERS.has(name)),
  )
  return {
    url,
    method: becomesGet ? 'GET' : hop.method,
    headers: Object.fromEntries(kept),
    body: becomesGet ? undefined : hop.body,
  }
}

export const redirectFrom = (status: number, from: URL, to: URL): Redirect => ({
  status,
  from: from.href,
  to: to.href,
  isDowngrade: from.protocol === 'https:' && to.protocol === 'http:',
})

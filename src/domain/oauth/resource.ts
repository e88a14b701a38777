import { parseUrl } from '../../lib/web/parse-url.ts'

/** An address of MCP that access is asked for. */
export interface AskedResource {
  /** The whole address as metadata has it. */
  resource: string
  /** The address of the server, such as `/mcp/data`. */
  address: string
  /** The site in the address, decoded and in lower case; null where the address names none. */
  site: string | null
}

/** The address of a client that names none, as clients from before the resource indicator do. */
export const DEFAULT_RESOURCE = '/mcp'

const OF_SITE = /^(.+)\/s\/([^/]+)$/

/**
 * Reads which address a client asks for; undefined for one that is not of this service. Capitals and slashes at the
 * end, as clients add them, make no difference; the origin alone stands for the default.
 */
export function readResource(
  sent: string | undefined,
  origin: string,
  addresses: readonly string[],
): AskedResource | undefined {
  const path = sent === undefined ? DEFAULT_RESOURCE : pathWithin(origin, sent)
  if (path === undefined) return undefined
  const [, base = path, encoded] = OF_SITE.exec(path) ?? []
  const address = addresses.find((one) => one === base.toLowerCase())
  if (address === undefined) return undefined
  if (encoded === undefined) return { resource: origin + address, address, site: null }
  const site = decoded(encoded)?.toLowerCase()
  if (site === undefined) return undefined
  const end = encodeURIComponent(site).toLowerCase()
  return { resource: `${origin}${address}/s/${end}`, address, site }
}

/** Returns the path of an address of this origin that has no other parts. */
function pathWithin(origin: string, sent: string): string | undefined {
  const url = parseUrl(sent)
  if (url?.origin !== new URL(origin).origin) return undefined
  const besides = url.username + url.password + url.search + url.hash
  return besides === '' ? url.pathname.replace(/\/+$/, '') || DEFAULT_RESOURCE : undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

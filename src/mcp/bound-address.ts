/** The form of an address that names a site, such as `/mcp/data/s/tea.example`. */
const BOUND = /^(.+)\/s\/([^/]+)$/
const MAX_SITE_CHARS = 300

interface SplitAddress {
  /** The path of the server, without the site. */
  base: string
  /** The site as the address names it, decoded; undefined where that part cannot be decoded or is too long. */
  site: string | undefined
}

/**
 * Splits a path such as `/mcp/data/s/tea.example` into the server's path and the site; undefined for a path that does
 * not name a site.
 */
export function splitBoundAddress(path: string): SplitAddress | undefined {
  const [, base, text] = BOUND.exec(path) ?? []
  if (base === undefined || text === undefined) return undefined
  return { base, site: decoded(text) }
}

/** Returns the path of a server that is bound to a site: `/mcp/data` becomes `/mcp/data/s/tea.example`. */
export const boundAddress = (base: string, site: string): string =>
  `${base}/s/${encodeURIComponent(site)}`

function decoded(text: string): string | undefined {
  try {
    const site = decodeURIComponent(text)
    return site.length <= MAX_SITE_CHARS ? site : undefined
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

/** The form of an address that names a site, such as `/mcp/data/s/tea.example`. */
const BOUND = /^(.+)\/s\/([^/]+)$/
const MAX_SITE_CHARS = 300

interface SplitAddress {
  /** The address of the server. */
  base: string
  /** The decoded part that stands for the site; undefined where it names no site or cannot be read. */
  site: string | undefined
}

/** Takes the path of an address apart; undefined for one that does not name a site. */
export function splitBoundAddress(path: string): SplitAddress | undefined {
  const [, base, text] = BOUND.exec(path) ?? []
  if (base === undefined || text === undefined) return undefined
  return { base, site: decoded(text) }
}

/** Writes the path of an address that is bound to a site. */
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

/** Parses an http or https address, relative to `base` if given; undefined for anything else. */
export function parseWebUrl(text: string, base?: string): URL | undefined {
  try {
    const url = new URL(text, base)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined
  } catch (error) {
    if (error instanceof TypeError) return undefined // URL throws this for an invalid address
    throw error
  }
}

const PLAIN_PATH = /^\/(?:[\w-][\w./~-]*)?$/

/**
 * True for a path that needs no normalisation: nothing to encode, no dots, no query. Most links of most pages are
 * such paths.
 */
export const isPlainPath = (text: string): boolean =>
  PLAIN_PATH.test(text) && !text.includes('/.') && !text.includes('//')

const ESCAPE = /%[\da-f]{2}/gi
const BROKEN_ESCAPE = /%(?![\da-f]{2})/i
const UNRESERVED = /[\w.~-]/

/**
 * Normalises the path or the query of a parsed URL: escapes in upper case, unreserved characters unescaped, so that
 * `/%7eu` is `/~u`. A path with a broken escape stays as it is. Source: RFC 3986 section 6.2.2.
 */
export function normaliseUrlPath(path: string): string {
  if (!path.includes('%') || BROKEN_ESCAPE.test(path)) return path
  return path.replace(ESCAPE, (escape) => {
    const char = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return UNRESERVED.test(char) ? char : escape.toUpperCase()
  })
}

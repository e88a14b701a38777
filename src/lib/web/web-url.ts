/** The http or https address that a text is, read against a base where it is a path; undefined for anything else. */
export function parseWebUrl(text: string, base?: string): URL | undefined {
  try {
    const url = new URL(text, base)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined
  } catch (error) {
    if (error instanceof TypeError) return undefined // how URL says that it cannot be parsed
    throw error
  }
}

const PLAIN_PATH = /^\/(?:[\w-][\w./~-]*)?$/

/** Whether a path means itself wherever it stands: nothing to encode, no dots, no query. Most links of most pages. */
export const isPlainPath = (text: string): boolean =>
  PLAIN_PATH.test(text) && !text.includes('/.') && !text.includes('//')

const ESCAPE = /%[\da-f]{2}/gi
const BROKEN_ESCAPE = /%(?![\da-f]{2})/i
const UNRESERVED = /[\w.~-]/

/**
 * The path, or query, of a parsed address in the one spelling by which its page is known: escapes in upper case, and none
 * of what needs none, so that `/%7eu` is `/~u`. What is no escape stays as it is, with the whole path around it.
 * Source: RFC 3986 section 6.2.2.
 */
export function normalPath(path: string): string {
  if (!path.includes('%') || BROKEN_ESCAPE.test(path)) return path
  return path.replace(ESCAPE, (escape) => {
    const char = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return UNRESERVED.test(char) ? char : escape.toUpperCase()
  })
}

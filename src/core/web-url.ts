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

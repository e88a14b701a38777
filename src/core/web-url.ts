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

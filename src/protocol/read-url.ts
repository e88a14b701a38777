/** The address that a text is, as WHATWG's URL Standard reads it; undefined where it is none. */
export function readUrl(text: string): URL | undefined {
  // @NOTE not by `URL.canParse`: https://github.com/AikidoSec/firewall-node/pull/1086.
  try {
    return new URL(text)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

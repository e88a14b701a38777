/** The address that a text is, read from a base where one is given, as WHATWG's URL Standard reads it; undefined where it is none. */
export function readUrl(text: string, base?: URL): URL | undefined {
  // @NOTE not by `URL.canParse`: https://github.com/AikidoSec/firewall-node/pull/1086.
  try {
    return new URL(text, base)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/**
 * Reads a text as an address, from a base where one is given, as WHATWG's URL Standard reads it; undefined where the
 * text is not an address.
 */
export function readUrl(text: string, base?: URL): URL | undefined {
  // @NOTE not by `URL.canParse`: https://github.com/AikidoSec/firewall-node/pull/1086.
  try {
    return new URL(text, base)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

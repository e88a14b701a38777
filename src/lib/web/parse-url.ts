/**
 * Parses a text as an address, against `base` if it is a part of one; undefined where it is not an address.
 *
 * @NOTE not by `URL.canParse`: in Node 20 and 22 it knows no letters outside ASCII any more once V8 has optimised its
 * caller (https://github.com/AikidoSec/firewall-node/pull/1086).
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

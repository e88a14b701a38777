/**
 * Returns the value of `for` in each element of the header `Forwarded` (RFC 7239), empty for an element without a clear
 * one. It reads from the end, where the nearest proxy wrote: a client may begin a quotation and leave it open, to
 * swallow what proxies add behind it, but cannot change how the end is read.
 */
export function forwardedFor(header: string): string[] {
  return splitFromEnd(header, ',')
    .filter((element) => element.trim() !== '')
    .map(nodeOf)
}

/**
 * Returns the value of `for` in one element; empty where the element has none, or has several, among which another
 * reader might choose differently.
 */
function nodeOf(element: string): string {
  const found = splitFromEnd(element, ';').flatMap((pair) => {
    const at = pair.indexOf('=')
    const isFor = at > 0 && pair.slice(0, at).trim().toLowerCase() === 'for'
    return isFor ? [pair.slice(at + 1).trim()] : []
  })
  const [node = ''] = found
  return found.length === 1 ? unescaped(node) : ''
}

const unescaped = (value: string): string =>
  value.startsWith('"') ? value.replaceAll(/\\(.)/g, '$1') : value

/**
 * Splits a text at a sign, except within quotations, which are found from the end; the parts are in the order of the
 * text.
 */
function splitFromEnd(text: string, separator: string): string[] {
  const parts: string[] = []
  let isQuoted = false
  let end = text.length
  for (let at = text.length - 1; at >= 0; at--) {
    const sign = text.charAt(at)
    if (sign === '"' && !isEscaped(text, at)) isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) {
      parts.push(text.slice(at + 1, end))
      end = at
    }
  }
  parts.push(text.slice(0, end))
  return parts.toReversed()
}

/** Returns true where the sign at a place follows an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charAt(first - 1) === '\\') first -= 1
  return (at - first) % 2 === 1
}

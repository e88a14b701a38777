/**
 * Reads the header `Forwarded` (RFC 7239) from its end, where the nearest proxy wrote. A client may begin a quotation
 * and leave it open, to swallow what proxies add behind it. Read from the end, a well-formed part stays as it was
 * written, no matter what stands before it.
 */
export function forwardedFor(header: string): string[] {
  return splitFromEnd(header, ',')
    .filter((element) => element.trim() !== '')
    .map(nodeOf)
}

/**
 * Returns the value of `for`; empty where an element has no such value, or has several, among which another reader
 * might choose differently.
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

/** Splits at a sign outside quotations; the parts are in the order of the text. */
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

/** True behind an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charAt(first - 1) === '\\') first -= 1
  return (at - first) % 2 === 1
}

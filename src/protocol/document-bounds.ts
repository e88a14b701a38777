/** The most values, plus characters of texts and names, that a document may have; a manifest of 512 KiB has fewer. */
const MAX_UNITS = 800_000

/**
 * True for a value that can be read whole in bounded time, which excludes one that contains itself. A value that
 * several others hold counts each time, as it is read each time.
 */
export function isBounded(value: unknown): boolean {
  let left = MAX_UNITS
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const one = waiting.pop()
    left -= ownUnits(one)
    if (left < 0) return false
    if (typeof one === 'object' && one !== null) {
      for (const member of Object.values(one)) waiting.push(member)
    }
  }
  return true
}

function ownUnits(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length
  if (typeof value !== 'object' || value === null) return 1
  // The members of binary data are its octets, which no document has.
  if (ArrayBuffer.isView(value)) return MAX_UNITS + 1
  if (Array.isArray(value)) return 1 + value.length
  return Object.keys(value).reduce((sum, name) => sum + name.length, 1)
}

/** The longest name that the DNS holds (RFC 1035, 2.3.4), without the dot at its end. */
const LONGEST_NAME = 253

/**
 * Returns the entry of a table for a host: that of the host itself, or else of the nearest domain above it, so `b.c`
 * counts for `a.b.c` and not for `ab.c`. Undefined where none exists, and for a host longer than any name of the DNS.
 */
export function findByHost<T>(host: string, byDomain: ReadonlyMap<string, T>): T | undefined {
  if (host.length > LONGEST_NAME) return undefined
  for (let domain = host; ;) {
    const found = byDomain.get(domain)
    if (found !== undefined) return found
    const dot = domain.indexOf('.')
    if (dot < 0) return undefined
    domain = domain.slice(dot + 1)
  }
}

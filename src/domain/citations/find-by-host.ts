/** Finds what a table says of a host: of itself, else of the nearest domain above it, on the borders of labels. */
export function findByHost<T>(host: string, byDomain: ReadonlyMap<string, T>): T | undefined {
  for (let domain = host; ;) {
    const found = byDomain.get(domain)
    if (found !== undefined) return found
    const dot = domain.indexOf('.')
    if (dot < 0) return undefined
    domain = domain.slice(dot + 1)
  }
}

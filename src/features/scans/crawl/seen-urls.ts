import { hash } from 'node:crypto'

const MAX_URLS = 100_000

/**
 * Remembers the addresses that one run of a scan has found so far, since most links of a site lead to known pages, and
 * the disk need not be asked again. Kept as hashes of 48 bits; once full, it takes no more, and the disk decides.
 */
export class SeenUrls {
  readonly #hashes = new Set<number>()

  has(url: string): boolean {
    return this.#hashes.has(keyOf(url))
  }

  /** Adds an address; false when it was added before. */
  add(url: string): boolean {
    const key = keyOf(url)
    if (this.#hashes.has(key)) return false
    if (this.#hashes.size < MAX_URLS) this.#hashes.add(key)
    return true
  }
}

const keyOf = (url: string): number => hash('sha1', url, 'buffer').readUIntBE(0, 6)

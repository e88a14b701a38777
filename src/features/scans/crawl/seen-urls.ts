import { hash } from 'node:crypto'

const MAX_URLS = 100_000

/**
 * Remembers the addresses that one run of a scan has found, so that the disk need not be asked about most links of a
 * site. It keeps hashes of 48 bits; once full, it takes no more, and calls an address new that it was given before.
 */
export class SeenUrls {
  readonly #hashes = new Set<number>()

  has(url: string): boolean {
    return this.#hashes.has(keyOf(url))
  }

  /** Adds an address; returns false where it is remembered from before. */
  add(url: string): boolean {
    const key = keyOf(url)
    if (this.#hashes.has(key)) return false
    if (this.#hashes.size < MAX_URLS) this.#hashes.add(key)
    return true
  }
}

const keyOf = (url: string): number => hash('sha1', url, 'buffer').readUIntBE(0, 6)

/**
 * The number of counters in each of the two rows. They take 4 MB for a site of any size, and are nearly exact up to a
 * million phrases.
 */
const SLOTS = 2 ** 20
const MAX_COUNT = 65_535

/** Returns a hash of four bytes for each phrase, by which the pages that share the phrase are counted. */
export function phraseHashes(keys: readonly string[]): Uint8Array {
  const hashes = Buffer.alloc(keys.length * 4)
  for (const [i, key] of keys.entries()) hashes.writeUInt32LE(hashOf(key), i * 4)
  return hashes
}

export interface SharedCounts {
  first: SharedArrayBuffer
  second: SharedArrayBuffer
  pages: number
}

const noCounts = (): SharedCounts => ({
  first: new SharedArrayBuffer(SLOTS * Uint16Array.BYTES_PER_ELEMENT),
  second: new SharedArrayBuffer(SLOTS * Uint16Array.BYTES_PER_ELEMENT),
  pages: 0,
})

/**
 * Counts the pages that have a phrase, as a count-min sketch: a count may be too high where phrases share a counter,
 * and is never too low.
 */
export class PhraseCounts {
  readonly #first: Uint16Array
  readonly #second: Uint16Array
  readonly #memory: Omit<SharedCounts, 'pages'>
  #pages: number

  /** Makes new counts, or takes over those of another thread in the memory that both share. */
  constructor({ first, second, pages }: SharedCounts = noCounts()) {
    this.#first = new Uint16Array(first)
    this.#second = new Uint16Array(second)
    this.#memory = { first, second }
    this.#pages = pages
  }

  get pages(): number {
    return this.#pages
  }

  /** Returns the counts in shared memory for another thread, once everything is counted. */
  shared(): SharedCounts {
    return { ...this.#memory, pages: this.#pages }
  }

  add(hashes: Uint8Array): void {
    this.#pages += 1
    const view = new DataView(hashes.buffer, hashes.byteOffset, hashes.byteLength)
    for (let at = 0; at + 4 <= hashes.byteLength; at += 4) {
      const hash = view.getUint32(at, true)
      increment(this.#first, hash % SLOTS)
      increment(this.#second, mixed(hash) % SLOTS)
    }
  }

  df(key: string): number {
    const hash = hashOf(key)
    return Math.min(this.#first[hash % SLOTS] ?? 0, this.#second[mixed(hash) % SLOTS] ?? 0)
  }
}

function increment(counters: Uint16Array, slot: number): void {
  const count = counters[slot] ?? 0
  if (count < MAX_COUNT) counters[slot] = count + 1
}

/**
 * Returns the 32-bit FNV-1a hash of a text over its UTF-16 units. Source: http://www.isthe.com/chongo/tech/comp/fnv/
 */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  return mixed(hash >>> 0)
}

/** Returns a hash in which each bit of the number affects all bits (the finaliser of MurmurHash3). */
function mixed(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

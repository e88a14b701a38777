import { PermitRing, SLOTS } from './sliding-window.ts'

const SPILL_RINGS = 4_096

/** The permits of one name: those it used, what is left of its reserved block, its place among the idle. */
export class Bucket extends PermitRing {
  readonly name: string
  blockPermits = 0
  blockEndMs = 0
  older: Bucket | undefined
  newer: Bucket | undefined

  constructor(name: string, second: number) {
    super(second)
    this.name = name
  }
}

/** Buckets by the second of their last request, the idlest first. */
export class IdleQueue {
  oldest: Bucket | undefined
  #newest: Bucket | undefined

  append(bucket: Bucket): void {
    bucket.older = this.#newest
    bucket.newer = undefined
    if (this.#newest === undefined) this.oldest = bucket
    else this.#newest.newer = bucket
    this.#newest = bucket
  }

  remove(bucket: Bucket): void {
    if (bucket.older === undefined) this.oldest = bucket.newer
    else bucket.older.newer = bucket.newer
    if (bucket.newer === undefined) this.#newest = bucket.older
    else bucket.newer.older = bucket.older
  }
}

/**
 * The counts of buckets evicted while they still counted, so that being evicted never buys a new
 * window. Names are hashed onto a few thousand rings that keep the highest count of each second; a
 * bucket that comes back starts from its ring, which is at least what it had used. A stranger with
 * the same hash starts there too: under such a flood the limit errs on the strict side.
 */
export class Spill {
  readonly #rings = new Map<number, PermitRing>()
  #lastSecond = Number.NEGATIVE_INFINITY

  isCounting(second: number): boolean {
    return second - this.#lastSecond < SLOTS
  }

  absorb(bucket: Bucket, second: number): void {
    const index = ringIndex(bucket.name)
    const ring = this.#rings.get(index) ?? new PermitRing(second)
    this.#rings.set(index, ring)
    ring.advance(second)
    bucket.advance(second)
    ring.raiseTo(bucket)
    this.#lastSecond = second
  }

  ringOf(name: string, second: number): PermitRing | undefined {
    if (!this.isCounting(second)) return undefined
    const ring = this.#rings.get(ringIndex(name))
    ring?.advance(second)
    return ring
  }
}

function ringIndex(name: string): number {
  let hash = 0x811c9dc5 // FNV-1a
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return (hash >>> 0) % SPILL_RINGS
}

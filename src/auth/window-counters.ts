import { SlidingWindow, SLOTS } from './sliding-window.ts'

const OVERFLOW_WINDOWS = 4_096

/** Counts the permits of one bucket, and keeps the rest of its reserved block and its neighbours in the IdleQueue. */
export class WindowCounter extends SlidingWindow {
  readonly name: string
  blockPermits = 0
  blockEndMs = 0
  older: WindowCounter | undefined
  newer: WindowCounter | undefined

  constructor(name: string, second: number) {
    super(second)
    this.name = name
  }
}

/** Orders counters by the second of their last request, the idlest first. */
export class IdleQueue {
  oldest: WindowCounter | undefined
  #newest: WindowCounter | undefined

  append(bucket: WindowCounter): void {
    bucket.older = this.#newest
    bucket.newer = undefined
    if (this.#newest === undefined) this.oldest = bucket
    else this.#newest.newer = bucket
    this.#newest = bucket
  }

  remove(bucket: WindowCounter): void {
    if (bucket.older === undefined) this.oldest = bucket.newer
    else bucket.older.newer = bucket.newer
    if (bucket.newer === undefined) this.#newest = bucket.older
    else bucket.newer.older = bucket.older
  }
}

/**
 * Keeps the counts of buckets evicted while they still counted, so that being evicted never buys a new
 * window. Names are hashed onto a few thousand windows that keep the highest count of each second; a
 * bucket that comes back starts from its window, which is at least what it had used. A stranger with
 * the same hash starts there too: under such a flood the limit errs on the strict side.
 */
export class OverflowCounters {
  readonly #windows = new Map<number, SlidingWindow>()
  #lastSecond = Number.NEGATIVE_INFINITY

  isCounting(second: number): boolean {
    return second - this.#lastSecond < SLOTS
  }

  absorb(bucket: WindowCounter, second: number): void {
    const index = windowIndex(bucket.name)
    const window = this.#windows.get(index) ?? new SlidingWindow(second)
    this.#windows.set(index, window)
    window.advance(second)
    bucket.advance(second)
    window.raiseTo(bucket)
    this.#lastSecond = second
  }

  windowOf(name: string, second: number): SlidingWindow | undefined {
    if (!this.isCounting(second)) return undefined
    const window = this.#windows.get(windowIndex(name))
    window?.advance(second)
    return window
  }
}

function windowIndex(name: string): number {
  let hash = 0x811c9dc5 // FNV-1a
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return (hash >>> 0) % OVERFLOW_WINDOWS
}

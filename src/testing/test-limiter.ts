import * as fc from 'fast-check'
import { openPermitStore } from '../../db/sqlite/permit-store.ts'
import { RateLimiter } from '../auth/rate-limit.ts'

/** Tests begin at this time. */
export const START_MS = 1_790_000_000_000

/** Makes a limiter on a fake clock, and a disk that outlives it: `restart` without `close` is a crash. */
export function createTestLimiter(startMs = START_MS, maxBuckets = 1_000) {
  const disk = openPermitStore(':memory:')
  const store = { ...disk, close: () => {} }
  /** The true time, and how far the system's clock is from it. */
  const clock = { nowMs: startMs, aheadMs: 0 }
  const now = () => clock.nowMs + clock.aheadMs
  const elapsed = () => clock.nowMs - startMs
  const restart = () => new RateLimiter({ now, elapsed, store, maxBuckets })
  return { clock, disk, restart, limiter: restart() }
}

/** Counts how many of `times` requests are admitted. */
export function takeMany(
  limiter: RateLimiter,
  bucket: string,
  limit: number,
  times: number,
): number {
  let admitted = 0
  for (let i = 0; i < times; i++) if (limiter.take(bucket, limit).allowed) admitted++
  return admitted
}

/** Logs every admitted request with its instant; the limiter must never contradict it. */
export class NaiveLog {
  readonly #admitted: { atMs: number; cost: number }[] = []

  add(atMs: number, cost: number): void {
    this.#admitted.push({ atMs, cost })
  }

  /** Sums the permits admitted in the 60 s that end with `endMs`. */
  inWindow(endMs: number): number {
    return this.#sum((atMs) => atMs > endMs - 60_000 && atMs <= endMs)
  }

  /** Sums what may be counted against a request at `nowMs`: the window rounded up to whole seconds. */
  inSlots(nowMs: number): number {
    const oldest = Math.floor(nowMs / 1_000) - 60
    return this.#sum((atMs) => Math.floor(atMs / 1_000) >= oldest)
  }

  worstWindow(): number {
    return Math.max(0, ...this.#admitted.map(({ atMs }) => this.inWindow(atMs)))
  }

  /** Finds the least whole seconds after which a request of `price` fits; 60 if it never does. */
  retryAfterSeconds(nowMs: number, most: number, price: number): number {
    if (price > most) return 60
    let seconds = 1
    while (this.inSlots(nowMs + seconds * 1_000) + price > most) seconds++
    return seconds
  }

  #sum(isCounted: (atMs: number) => boolean): number {
    let sum = 0
    for (const { atMs, cost } of this.#admitted) if (isCounted(atMs)) sum += cost
    return sum
  }
}

/** The time between two requests. */
export const gapMs = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 60 }) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 2_500 }) },
  { weight: 2, arbitrary: fc.integer({ min: 4_900, max: 5_100 }) },
  { weight: 1, arbitrary: fc.integer({ min: 58_000, max: 62_000 }) },
)
export const cost = fc.oneof(fc.constant(1), fc.integer({ min: 0, max: 12 }))
export const limit = fc.integer({ min: 1, max: 130 })
export const startMs = fc.integer({ min: START_MS, max: START_MS + 61_000 })

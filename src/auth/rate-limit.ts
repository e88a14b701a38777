import type { Clock, MonotonicClock } from '../lib/time/clock.ts'
import { WindowCounter, IdleQueue, OverflowCounters } from './window-counters.ts'
import type { Limiter, RateLimitDecision } from './limiter.ts'
import { MAX_LIMIT, SLOTS, WINDOW_SECONDS, type SlidingWindow } from './sliding-window.ts'
import type { PermitBlock } from '../../db/sqlite/permit-store.ts'
import type { PermitStore } from './permit-store.ts'

const BLOCK_LIFE_MS = 5_000
const BLOCKS_PER_LIMIT = 20
const DEFAULT_MAX_BUCKETS = 200_000
const IDLE_DROPS_PER_SECOND = 1_000
/** The least step of the clock, in milliseconds, that is written down. */
const NOTED_STEP_MS = 1_000

export interface RateLimiterOptions {
  /** The clock, which places the windows of the previous process in time, and is used for nothing else. */
  now: Clock
  elapsed: MonotonicClock
  /** The store of permits, which the limiter closes. */
  store: PermitStore
  /** The most buckets that are kept in memory, 200,000 by default. */
  maxBuckets?: number
}

/**
 * Strict sliding window: never more than `limit` permits in any 60 s, across restarts too.
 *
 * Permits are reserved ahead in the store, in blocks of a twentieth of the limit that live 5 s, and
 * handed out from memory. After `kill -9` every block counts in full at the last moment it could
 * have been used, so the next process is stricter than the truth, never laxer; after `close()` it
 * is exact. Time goes on from the clock at the start by what has elapsed, so nothing that happens to the clock moves a
 * window; how far the clock is ahead of it is stored, for the next process to begin at the right time.
 */
export class RateLimiter implements Limiter {
  readonly #now: Clock
  readonly #elapsed: MonotonicClock
  readonly #store: PermitStore
  readonly #maxBuckets: number
  /** @NOTE no BoundedMap: who goes first is known by use, and what they used goes on counting in `#overflow`. */
  readonly #buckets = new Map<string, WindowCounter>()
  readonly #idlest = new IdleQueue()
  readonly #overflow = new OverflowCounters()
  #timeMs: number
  #elapsedMs: number
  /** The milliseconds by which the clock was ahead of `#timeMs` when that was last stored. */
  #aheadMs: number
  #second: number
  #isClosed = false

  constructor({ now, elapsed, store, maxBuckets = DEFAULT_MAX_BUCKETS }: RateLimiterOptions) {
    this.#now = now
    this.#elapsed = elapsed
    this.#elapsedMs = elapsed()
    this.#store = store
    this.#maxBuckets = maxBuckets
    this.#aheadMs = store.aheadMs()
    this.#timeMs = now() - this.#aheadMs
    this.#second = Math.floor(this.#timeMs / 1_000)
    this.#load()
  }

  /**
   * Decides at once. A cost above the limit never fits. `bucket` is stored as it is: a key's id or a hash, never a
   * secret.
   */
  take(
    bucket: string,
    limit: number,
    cost = 1,
    durable: 'now' | 'soon' = 'now',
  ): RateLimitDecision {
    checkAmounts(limit, cost)
    const nowMs = this.#readTime()
    if (cost > limit) return refusal(this.#find(bucket), limit, cost, nowMs)
    const found = this.#find(bucket) ?? this.#create(bucket)
    if (found.used + cost > limit) return refusal(found, limit, cost, nowMs)
    if (cost > 0) {
      this.#drawFromBlock(found, limit, cost, durable)
      found.add(this.#second, cost)
    }
    return { allowed: true, limit, remaining: limit - found.used, retryAfterSeconds: 0 }
  }

  /** Returns the decision that `take` would return for a cost of 1, and counts nothing. */
  peek(bucket: string, limit: number): RateLimitDecision {
    checkAmounts(limit, 1)
    const nowMs = this.#readTime()
    const window = this.#find(bucket) ?? this.#overflow.windowOf(bucket, this.#second)
    const used = window?.used ?? 0
    if (used + 1 > limit) return refusal(window, limit, 1, nowMs)
    return { allowed: true, limit, remaining: limit - used, retryAfterSeconds: 0 }
  }

  /** Stores the exact counts and closes the store; nothing can be taken afterwards. */
  close(): void {
    if (this.#isClosed) return
    this.#readTime()
    this.#save()
    this.#isClosed = true
    this.#store.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close()
  }

  #readTime(): number {
    if (this.#isClosed) throw new Error('The rate limiter is closed')
    const elapsedMs = this.#elapsed()
    this.#timeMs += Math.max(0, elapsedMs - this.#elapsedMs)
    this.#elapsedMs = elapsedMs
    const second = Math.floor(this.#timeMs / 1_000)
    if (second !== this.#second) this.#enterSecond(second)
    this.#noteStep()
    return this.#timeMs
  }

  /**
   * Moves the limiter to a new second, and cleans up in small steps, so that no single request pays for the work of a
   * whole minute.
   */
  #enterSecond(second: number): void {
    this.#second = second
    this.#dropIdle(IDLE_DROPS_PER_SECOND)
    this.#store.forget(this.#oldestCountedMs())
  }

  /**
   * Stores how far the clock is ahead, after a step of the clock: the next process finds the blocks of this one by the
   * clock.
   */
  #noteStep(): void {
    const aheadMs = this.#now() - this.#timeMs
    if (Math.abs(aheadMs - this.#aheadMs) < NOTED_STEP_MS) return
    // The value is rounded up to the next whole second: counted permits then count for longer, never for less time.
    this.#aheadMs = Math.ceil(aheadMs / 1_000) * 1_000
    this.#store.noteAhead(this.#aheadMs)
  }

  #oldestCountedMs(): number {
    return (this.#second - WINDOW_SECONDS) * 1_000
  }

  #find(name: string): WindowCounter | undefined {
    const bucket = this.#buckets.get(name)
    if (bucket === undefined || bucket.second === this.#second) return bucket
    bucket.advance(this.#second)
    this.#idlest.remove(bucket)
    this.#idlest.append(bucket)
    return bucket
  }

  #create(name: string): WindowCounter {
    this.#dropIdle(2)
    if (this.#buckets.size >= this.#maxBuckets) this.#evictIdlest()
    const bucket = new WindowCounter(name, this.#second)
    const overflowed = this.#overflow.windowOf(name, this.#second)
    if (overflowed !== undefined) bucket.raiseTo(overflowed)
    this.#buckets.set(name, bucket)
    this.#idlest.append(bucket)
    return bucket
  }

  #drawFromBlock(
    bucket: WindowCounter,
    limit: number,
    cost: number,
    durable: 'now' | 'soon',
  ): void {
    if (bucket.blockPermits < cost || this.#timeMs >= bucket.blockEndMs) {
      // The remaining permits of an expired block are given up: they were reserved, and never admitted.
      const permits = Math.max(cost, Math.ceil(limit / BLOCKS_PER_LIMIT))
      const endMs = Math.ceil(this.#timeMs) + BLOCK_LIFE_MS
      if (durable === 'soon') this.#store.reserveSoon(bucket.name, endMs, permits)
      else this.#store.reserve(bucket.name, endMs, permits)
      bucket.blockPermits = permits
      bucket.blockEndMs = endMs
    }
    bucket.blockPermits -= cost
  }

  /** Drops at most `most` buckets that were unused for a whole window: they count nothing, so nothing is lost. */
  #dropIdle(most: number): void {
    for (let dropped = 0; dropped < most; dropped++) {
      const oldest = this.#idlest.oldest
      if (oldest === undefined || this.#second - oldest.second < SLOTS) return
      this.#remove(oldest)
    }
  }

  /**
   * Evicts the idlest bucket when the memory is full of buckets that count; its counts stay in the overflow counters.
   */
  #evictIdlest(): void {
    const oldest = this.#idlest.oldest
    if (oldest === undefined) return
    this.#overflow.absorb(oldest, this.#second)
    this.#remove(oldest)
  }

  #remove(bucket: WindowCounter): void {
    this.#idlest.remove(bucket)
    this.#buckets.delete(bucket.name)
  }

  #load(): void {
    for (const block of this.#store.recent(this.#oldestCountedMs())) {
      const bucket = this.#find(block.bucket) ?? this.#create(block.bucket)
      // A block that outlasts the restart may have been used until this moment, not later; nor one of a clock that was
      // ahead, which is the same to us.
      bucket.add(Math.floor(Math.min(this.#timeMs, block.usableUntilMs) / 1_000), block.permits)
    }
    this.#save()
  }

  #save(): void {
    // The counts in the overflow counters have no names; the blocks in the store cover them, only stricter.
    if (this.#overflow.isCounting(this.#second)) return
    const rows: PermitBlock[] = []
    for (const bucket of this.#buckets.values()) {
      bucket.advance(this.#second)
      for (let age = WINDOW_SECONDS; age >= 0; age--) {
        const permits = bucket.at(age)
        const usableUntilMs = (this.#second - age) * 1_000
        if (permits > 0) rows.push({ bucket: bucket.name, usableUntilMs, permits })
      }
    }
    this.#store.replace(rows)
  }
}

function refusal(
  window: SlidingWindow | undefined,
  limit: number,
  cost: number,
  nowMs: number,
): RateLimitDecision {
  const used = window?.used ?? 0
  const remaining = Math.max(0, limit - used)
  const isHopeless = window === undefined || cost > limit
  if (isHopeless) return { allowed: false, limit, remaining, retryAfterSeconds: WINDOW_SECONDS }
  const waitMs = window.secondWithout(used + cost - limit) * 1_000 - nowMs
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return { allowed: false, limit, remaining, retryAfterSeconds }
}

function checkAmounts(limit: number, cost: number): void {
  if (!Number.isInteger(limit) || limit < 0 || limit > MAX_LIMIT) {
    throw new RangeError(`limit must be an integer from 0 to ${MAX_LIMIT}`)
  }
  if (!Number.isInteger(cost) || cost < 0) throw new RangeError('cost must be an integer from 0')
}

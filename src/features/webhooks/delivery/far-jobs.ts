import type { DeliveryStore } from '../../../../db/webhooks/delivery-store.ts'
import { MINUTE_MS, type MonotonicClock } from '../../../lib/time/clock.ts'
import { LONGEST_OPEN_MS } from './receivers.ts'
import { LONGEST_WAIT_MS } from './retry-schedule.ts'

/** The interval in ms at which jobs are looked for that are due too far ahead. */
const LOOK_AHEAD_MS = MINUTE_MS / 2
/**
 * The time in ms for which such jobs must be found before they are moved, so that a clock that is wrong for a moment
 * moves none.
 */
const BELIEVED_AFTER_MS = MINUTE_MS

/**
 * Brings back jobs that are due further ahead than is possible. A clock that was ahead put them there, and they would
 * wait until then. Jobs stay where they are while it may be the present clock that is wrong, and behind.
 */
export class FarJobs {
  readonly #store: DeliveryStore
  readonly #elapsed: MonotonicClock
  readonly #furthest: { leaseMs: number; deferMs: number; retryMs: number }
  #lookedAt = Number.NEGATIVE_INFINITY
  /** The monotonic time in ms since which each look found such jobs; undefined after a look that found no such job. */
  #foundSince: number | undefined

  constructor(store: DeliveryStore, elapsed: MonotonicClock, leaseMs: number) {
    this.#store = store
    this.#elapsed = elapsed
    this.#furthest = { leaseMs, deferMs: LONGEST_OPEN_MS, retryMs: LONGEST_WAIT_MS }
  }

  async bringBack(nowMs: number): Promise<void> {
    if (this.#elapsed() - this.#lookedAt < LOOK_AHEAD_MS) return
    this.#lookedAt = this.#elapsed()
    if (!(await this.#store.hasTooFar(nowMs, this.#furthest))) {
      this.#foundSince = undefined
      return
    }
    this.#foundSince ??= this.#elapsed()
    if (this.#elapsed() - this.#foundSince < BELIEVED_AFTER_MS) return
    await this.#store.bringBack(nowMs, this.#furthest)
  }
}

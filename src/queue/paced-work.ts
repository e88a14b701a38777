import { ServiceError } from '../kernel/door/errors.ts'
import type { OrganizationWork } from '../kernel/ports/organization-work.ts'
import type { KeyedQueue } from '../lib/concurrency/keyed-queue.ts'
import { pluralize } from '../lib/text/pluralize.ts'
import { MINUTE_MS, type MonotonicClock } from '../lib/time/clock.ts'

interface Limits {
  /** The queue that bounds how many pieces of work run at a time, of all organizations together. */
  queue: KeyedQueue
  /** The most pieces of work that one organization may begin in a minute. */
  perMinute: number
  elapsed: MonotonicClock
}

/** Runs work of organizations, of which each may begin some pieces in a minute. */
export class PacedWork implements OrganizationWork {
  readonly #limits: Limits
  /**
   * The times at which each organization began its last pieces; the one whose last piece is longest ago stands first.
   */
  readonly #begun = new Map<string, readonly number[]>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * Runs the work when its turn comes. Throws RATE_LIMITED after too many pieces in a minute, UNAVAILABLE where too
   * many wait, and what the work throws.
   */
  async run<T>(orgId: string, work: () => Promise<T>): Promise<T> {
    const { queue } = this.#limits
    queue.assertRoom(orgId)
    this.#count(orgId)
    return queue.run(work, { key: orgId })
  }

  #count(orgId: string): void {
    const { perMinute, elapsed } = this.#limits
    const now = elapsed()
    this.#forget(now)
    const recent = (this.#begun.get(orgId) ?? []).filter((at) => now - at < MINUTE_MS)
    const [first = now] = recent
    if (recent.length >= perMinute) {
      throw new ServiceError(
        'RATE_LIMITED',
        `An organization may do this ${pluralize(perMinute, 'time')} a minute`,
        { retryAfterSeconds: Math.max(1, Math.ceil((first + MINUTE_MS - now) / 1_000)) },
      )
    }
    this.#begun.delete(orgId)
    this.#begun.set(orgId, [...recent, now])
  }

  #forget(now: number): void {
    for (const [orgId, begun] of this.#begun) {
      if (now - (begun.at(-1) ?? 0) < MINUTE_MS) return
      this.#begun.delete(orgId)
    }
  }
}

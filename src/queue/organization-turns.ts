import { ServiceError } from '../kernel/door/errors.ts'
import type { OrganizationWork } from '../kernel/ports/organization-work.ts'
import { pluralize } from '../lib/text/pluralize.ts'
import { MINUTE_MS, type MonotonicClock } from '../lib/time/clock.ts'
import type { BoundedWorkQueue } from './bounded-work-queue.ts'

interface Limits {
  /** What runs at a time, of all organizations together. */
  queue: BoundedWorkQueue
  /** Pieces of work that one organization may begin in a minute. */
  perMinute: number
  elapsed: MonotonicClock
}

/** Lets each organization have a piece of work done now and then, and a few be done at a time. */
export class OrganizationTurns implements OrganizationWork {
  readonly #limits: Limits
  /** When each organization began its last turns; the one whose last turn is longest ago stands first. */
  readonly #turns = new Map<string, readonly number[]>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Throws RATE_LIMITED after too many in a minute, UNAVAILABLE where too many wait, and what the work throws. */
  async run<T>(orgId: string, work: () => Promise<T>): Promise<T> {
    const { queue } = this.#limits
    queue.assertRoom()
    this.#take(orgId)
    return queue.run(work)
  }

  #take(orgId: string): void {
    const { perMinute, elapsed } = this.#limits
    const now = elapsed()
    this.#forget(now)
    const recent = (this.#turns.get(orgId) ?? []).filter((at) => now - at < MINUTE_MS)
    const [first = now] = recent
    if (recent.length >= perMinute) {
      throw new ServiceError(
        'RATE_LIMITED',
        `An organization may do this ${pluralize(perMinute, 'time')} a minute`,
        { retryAfterSeconds: Math.max(1, Math.ceil((first + MINUTE_MS - now) / 1_000)) },
      )
    }
    this.#turns.delete(orgId)
    this.#turns.set(orgId, [...recent, now])
  }

  #forget(now: number): void {
    for (const [orgId, turns] of this.#turns) {
      if (now - (turns.at(-1) ?? 0) < MINUTE_MS) return
      this.#turns.delete(orgId)
    }
  }
}

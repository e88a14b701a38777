import { ConcurrencyLimiter } from '../lib/concurrency/concurrency-limiter.ts'
import { ServiceError } from '../kernel/door/errors.ts'

/** Lets a few pieces of costly work run at a time, and a few wait; more are refused with UNAVAILABLE. */
export class BoundedWorkQueue {
  readonly #limiter: ConcurrencyLimiter
  readonly #maxWaiting: number

  constructor(limits: { concurrency: number; maxWaiting: number }) {
    this.#limiter = new ConcurrencyLimiter(limits.concurrency)
    this.#maxWaiting = limits.maxWaiting
  }

  /** Throws UNAVAILABLE when no more may wait. */
  assertRoom(): void {
    if (this.#limiter.waiting < this.#maxWaiting) return
    throw new ServiceError('UNAVAILABLE', 'Too much work of this kind waits; try again shortly', {
      retryAfterSeconds: 2,
    })
  }

  /** Throws as `assertRoom`, and what the work throws. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.assertRoom()
    return this.#limiter.run(work)
  }

  onIdle(): Promise<void> {
    return this.#limiter.onIdle()
  }
}

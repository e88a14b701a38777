import PQueue from 'p-queue'

/** Runs pieces of work at most `concurrency` at a time; the rest wait, the first to come being the first to begin. */
export class ConcurrencyLimiter {
  readonly #queue: PQueue

  constructor(concurrency: number) {
    this.#queue = new PQueue({ concurrency })
  }

  /** How many wait. */
  get waiting(): number {
    return this.#queue.size
  }

  /** Throws what the work throws. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.add(work)
  }

  /** Resolves when nothing waits, though as many as may run can be running. */
  onNoneWaiting(): Promise<void> {
    return this.#queue.onSizeLessThan(1)
  }

  /** Resolves when nothing waits or runs. */
  onIdle(): Promise<void> {
    return this.#queue.onIdle()
  }
}

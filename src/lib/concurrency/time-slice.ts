import { setImmediate as turn } from 'node:timers/promises'

/** Milliseconds that one piece of bulk work may block the event loop. */
const SLICE_MS = 10

/** A slice of time for bulk work on the event loop. */
export class TimeSlice {
  #since = performance.now()

  /** True when the slice is used up. */
  get isOver(): boolean {
    return performance.now() - this.#since > SLICE_MS
  }

  /** Yields to requests and other work, and begins the next slice. */
  async yieldToLoop(): Promise<void> {
    await turn()
    this.#since = performance.now()
  }

  /** Yields only when the slice is used up. */
  async yieldIfOver(): Promise<void> {
    if (this.isOver) await this.yieldToLoop()
  }
}

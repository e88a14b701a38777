import { setImmediate as turn } from 'node:timers/promises'

/** The milliseconds for which one piece of bulk work may block the event loop. */
const SLICE_MS = 10

/** A measure of the time for which bulk work has blocked the event loop since it last yielded. */
export class TimeSlice {
  #since = performance.now()

  /** True when the work has blocked the event loop for longer than a slice of 10 ms. */
  get isOver(): boolean {
    return performance.now() - this.#since > SLICE_MS
  }

  /** Lets requests and other work run, and begins the next slice. */
  async yieldToLoop(): Promise<void> {
    await turn()
    this.#since = performance.now()
  }

  /** Lets requests and other work run if the slice is used up, and otherwise returns at once. */
  async yieldIfOver(): Promise<void> {
    if (this.isOver) await this.yieldToLoop()
  }
}

import { setImmediate as turn } from 'node:timers/promises'

/** How long one piece of bulk work may keep the event loop from everybody else. */
const SLICE_MS = 10

/** A slice of time for bulk work on the event loop. */
export class Slice {
  #since = performance.now()

  /** Whether it is used up. */
  get isOver(): boolean {
    return performance.now() - this.#since > SLICE_MS
  }

  /** Lets requests and other work in, and begins the next one. */
  async next(): Promise<void> {
    await turn()
    this.#since = performance.now()
  }

  /** As `next`, once it is used up. */
  async nextIfOver(): Promise<void> {
    if (this.isOver) await this.next()
  }
}

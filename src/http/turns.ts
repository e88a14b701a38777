import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than a piece of work holds the event loop: others have it for more than half of the time. */
const PAUSE_MS = 10

/**
 * Turns for pieces of work that hold the event loop for milliseconds: however many wait, one of them is done at a time, and
 * whoever asks for less is answered in the pauses between them.
 */
export class Turns {
  #last: Promise<void> = Promise.resolve()

  /** Resolves when it is time for the next piece, in the order in which they came. */
  next(): Promise<void> {
    const turn = this.#last
    this.#last = turn.then(() => sleep(PAUSE_MS))
    return turn
  }
}

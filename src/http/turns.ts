import { setTimeout as sleep } from 'node:timers/promises'

/** About as long as a piece of work holds the event loop: others have it for half of the time at least. */
const PAUSE_MS = 5

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

import { ServiceError } from '../kernel/door/errors.ts'

/** The pause is longer than a piece of work holds the event loop: others have it for more than half of the time. */
const PAUSE_MS = 10
/** One caller may have this many waiting; their next one comes after one of each other caller's. */
const MAX_OF_CALLER = 50
/** All callers together may have this many waiting, which is a wait of five seconds. */
const MAX_WAITING = 500

const RETRY_AFTER_SECONDS = 2

interface Waiting {
  begin: () => void
  isGone: () => boolean
}

/**
 * Gives turns to pieces of work that hold the event loop for milliseconds: however many wait, one of them is done at a time,
 * callers in turn, and whoever asks for less is answered in the pauses between them; a limiter knows neither.
 */
export class FairQueue {
  /** Callers in the order of their turns, each with what waits. */
  readonly #waiting = new Map<string, Waiting[]>()
  #count = 0
  #isBusy = false

  /**
   * Resolves when it is time for the caller's next piece; at once for one who `isGone` by then. Throws RATE_LIMITED where
   * too many of the caller's wait, UNAVAILABLE where too many of all do.
   */
  async next(caller: string, isGone: () => boolean = () => false): Promise<void> {
    if (!this.#isBusy) {
      this.#isBusy = true
      this.#rest()
      return
    }
    const own = this.#waiting.get(caller) ?? []
    const options = { retryAfterSeconds: RETRY_AFTER_SECONDS }
    if (own.length >= MAX_OF_CALLER) {
      throw new ServiceError('RATE_LIMITED', 'Too many large bodies at once; send fewer', options)
    }
    if (this.#count >= MAX_WAITING) {
      throw new ServiceError('UNAVAILABLE', 'Too many large bodies wait; try again', options)
    }
    this.#waiting.set(caller, own)
    this.#count += 1
    await new Promise<void>((begin) => own.push({ begin, isGone }))
  }

  #rest(): void {
    setTimeout(() => this.#beginNext(), PAUSE_MS)
  }

  #beginNext(): void {
    for (let next = this.#take(); next; next = this.#take()) {
      next.begin()
      if (next.isGone()) continue
      this.#rest()
      return
    }
    this.#isBusy = false
  }

  /** Takes the first piece of the caller whose turn it is, who then goes to the end. */
  #take(): Waiting | undefined {
    for (const [caller, own] of this.#waiting) {
      this.#waiting.delete(caller)
      const next = own.shift()
      if (own.length > 0) this.#waiting.set(caller, own)
      if (next) this.#count -= 1
      return next
    }
    return undefined
  }
}

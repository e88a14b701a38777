import { ServiceError } from '../kernel/door/errors.ts'

/** One address may have this many calls in work at once; further ones wait. */
const MAX_IN_WORK = 2
/** One address may have this many waiting: an office behind one address asks so many at once, and no more. */
const MAX_WAITING = 50
/** All addresses together may have this many waiting. */
const MAX_WAITING_OF_ALL = 2_000

const RETRY_AFTER_SECONDS = 2

interface Line {
  inWork: number
  readonly waiting: (() => void)[]
}

/**
 * Bounds what one caller has in work at once: an address, of calls that no credential counts. The next call of a caller begins in a later
 * turn of the event loop than the one before it, so that others are answered in between.
 */
export class AddressWork {
  readonly #lines = new Map<string, Line>()
  #waiting = 0

  /**
   * Resolves when the caller may begin one more call, which ends with the disposal of what comes back. Rejects with
   * RATE_LIMITED where too many of the caller's wait, with UNAVAILABLE where too many of all do.
   */
  async begin(caller: string): Promise<Disposable> {
    const line = this.#lines.get(caller) ?? { inWork: 0, waiting: [] }
    this.#lines.set(caller, line)
    if (line.inWork < MAX_IN_WORK) line.inWork += 1
    else await this.#wait(line)
    let hasEnded = false
    return {
      [Symbol.dispose]: () => {
        if (!hasEnded) this.#end(caller, line)
        hasEnded = true
      },
    }
  }

  async #wait({ waiting }: Line): Promise<void> {
    const options = { retryAfterSeconds: RETRY_AFTER_SECONDS }
    if (waiting.length >= MAX_WAITING) {
      const message = 'Too many calls at once; wait for the answers to those under way'
      throw new ServiceError('RATE_LIMITED', message, options)
    }
    if (this.#waiting >= MAX_WAITING_OF_ALL) {
      throw new ServiceError('UNAVAILABLE', 'Too many calls wait; try again shortly', options)
    }
    this.#waiting += 1
    await new Promise<void>((begin) => waiting.push(begin))
    this.#waiting -= 1
  }

  /** Hands the place on to the call that has waited longest. */
  #end(caller: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) {
      setImmediate(next)
      return
    }
    line.inWork -= 1
    if (line.inWork === 0) this.#lines.delete(caller)
  }
}

import { ServiceError } from '../kernel/door/errors.ts'

/** The most streams of one caller: a person watches few scans at once, and a client downloads few files. */
const MAX_OF_CALLER = 20
/** The most streams of all callers together, as each stream looks at the database once a second. */
const MAX_STREAMS = 1_000

const RETRY_AFTER_SECONDS = 5

/** Counts the answers that are being sent as files or events, and bounds their number. */
export class OpenStreams {
  readonly #openOf = new Map<string, number>()
  #all = 0

  /**
   * Counts a stream while `send` runs. Throws RATE_LIMITED when the caller has too many open, UNAVAILABLE when all
   * have.
   */
  async during(caller: string, send: () => Promise<void>): Promise<void> {
    this.#open(caller)
    try {
      await send()
    } finally {
      this.#close(caller)
    }
  }

  #open(caller: string): void {
    const own = (this.#openOf.get(caller) ?? 0) + 1
    const options = { retryAfterSeconds: RETRY_AFTER_SECONDS }
    if (own > MAX_OF_CALLER) {
      throw new ServiceError(
        'RATE_LIMITED',
        `At most ${MAX_OF_CALLER} streams at once; end one of those that are open`,
        options,
      )
    }
    if (this.#all >= MAX_STREAMS) {
      throw new ServiceError('UNAVAILABLE', 'Too many streams are open; try again shortly', options)
    }
    this.#openOf.set(caller, own)
    this.#all += 1
  }

  #close(caller: string): void {
    this.#all -= 1
    const left = (this.#openOf.get(caller) ?? 0) - 1
    if (left > 0) this.#openOf.set(caller, left)
    else this.#openOf.delete(caller)
  }
}

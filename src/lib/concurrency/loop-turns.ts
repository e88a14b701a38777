/** Milliseconds of one turn of the event loop that bulk work of all callers together may take. */
const TURN_MS = 5

/**
 * Shares the event loop out: each turn has a few milliseconds for work that is done piece by piece, such as the rows of an
 * answer, whoever asks for it. What is over goes on in a later turn, in the order in which it came, so that forty long
 * answers take forty turns and hold up no other. A short answer in a quiet turn is made at once.
 */
class LoopTurns {
  #usedMs = 0
  readonly #waiting: (() => void)[] = []
  #turn: NodeJS.Immediate | undefined

  /** Makes one thing of each item, in their order. */
  async map<T, U>(items: readonly T[], make: (item: T) => U): Promise<U[]> {
    const made: U[] = []
    while (made.length < items.length) {
      if (this.#usedMs >= TURN_MS || this.#waiting.length > 0) await this.#next()
      if (!this.#turn) this.#turn = setImmediate(() => this.#begin())
      const before = this.#usedMs
      const startedAt = performance.now()
      for (const item of items.slice(made.length)) {
        made.push(make(item))
        this.#usedMs = before + performance.now() - startedAt
        if (this.#usedMs >= TURN_MS) break
      }
    }
    return made
  }

  /** Does work that is one piece, such as a read of many rows on the event loop, in a turn that has time for it. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#usedMs >= TURN_MS || this.#waiting.length > 0) await this.#next()
    if (!this.#turn) this.#turn = setImmediate(() => this.#begin())
    const startedAt = performance.now()
    const done = await work()
    this.#usedMs += performance.now() - startedAt
    return done
  }

  #next(): Promise<void> {
    if (!this.#turn) this.#turn = setImmediate(() => this.#begin())
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Begins a turn with who has waited longest; what that one leaves is for whoever comes. */
  #begin(): void {
    this.#usedMs = 0
    this.#turn = this.#waiting.length > 1 ? setImmediate(() => this.#begin()) : undefined
    this.#waiting.shift()?.()
  }
}

/** The one event loop of this thread. */
export const loopTurns = new LoopTurns()

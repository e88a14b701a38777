import { KeyedQueue } from './keyed-queue.ts'

/** The milliseconds that bulk work of all callers together may take in one turn of the event loop. */
const TURN_MS = 5

/**
 * Shares the event loop among all callers: each turn has a few milliseconds for work that is done piece by piece, such
 * as the rows of an answer. Work beyond that continues in a later turn, in the order in which it came, so that forty
 * long answers take forty turns and hold up no other answer. A short answer in a quiet turn is made at once.
 */
class LoopTurns {
  #usedMs = 0
  /**
   * The queue of callers that need a turn. One of them at a time has the turn of the event loop; the time that it
   * leaves is for callers that come in the same turn and find no other waiting.
   */
  readonly #turns = new KeyedQueue({ concurrency: 1 })

  /**
   * Returns what `make` makes of each item, in the order of the items, and continues in a later turn where time runs
   * out.
   */
  async map<T, U>(items: readonly T[], make: (item: T) => U): Promise<U[]> {
    const made: U[] = []
    while (made.length < items.length) {
      const next = this.#untilTime()
      if (next) await next
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

  /**
   * Does work that cannot be divided, such as a read of many rows on the event loop, in a turn that has time for it.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#untilTime()
    if (next) await next
    const startedAt = performance.now()
    const done = await work()
    this.#usedMs += performance.now() - startedAt
    return done
  }

  /** Resolves with a turn that has time; returns undefined where this turn has time and no caller waits for one. */
  #untilTime(): Promise<void> | undefined {
    const { running, waiting } = this.#turns
    if (running > 0 && waiting === 0 && this.#usedMs < TURN_MS) return undefined
    const turn = this.#turns.begin()
    if (turn instanceof Promise) return turn.then((later) => this.#begin(later))
    this.#begin(turn)
    return undefined
  }

  #begin(turn: Disposable): void {
    this.#usedMs = 0
    setImmediate(() => turn[Symbol.dispose]())
  }
}

/** The one event loop of this thread. */
export const loopTurns = new LoopTurns()

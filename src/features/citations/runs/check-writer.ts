import type { CheckWrite } from '../../../../db/citations/run-rows.ts'
import { countCheck, type RunTally } from './run-tally.ts'

/** The most checks of one transaction. */
const GROUP = 500

/**
 * Stores checks, one transaction at a time: checks that are added while a transaction runs are stored in the next. A
 * check that is not stored when the process dies is asked again.
 */
export class CheckWriter {
  readonly #tally: RunTally
  readonly #store: (writes: readonly CheckWrite[]) => Promise<void>
  #waiting: CheckWrite[] = []
  #next: Promise<void> | undefined
  #last: Promise<void> = Promise.resolve()

  /** Takes the tally that counts the checks, and `store`, which stores checks together with the tally. */
  constructor(tally: RunTally, store: (writes: readonly CheckWrite[]) => Promise<void>) {
    this.#tally = tally
    this.#store = store
  }

  /** Adds checks, and resolves when they are stored. Throws the error of their group or of an earlier one. */
  add(writes: readonly CheckWrite[]): Promise<void> {
    this.#waiting.push(...writes)
    if (!this.#next) {
      const next = this.#last.then(() => this.#write())
      this.#next = next
      this.#last = next
    }
    return this.#next
  }

  async #write(): Promise<void> {
    this.#next = undefined
    const writes = this.#waiting
    this.#waiting = []
    for (let from = 0; from < writes.length; from += GROUP) {
      const group = writes.slice(from, from + GROUP)
      // Checks count in the tally of the transaction that stores them, and not before.
      for (const write of group) countCheck(this.#tally, write)
      await this.#store(group)
    }
  }
}

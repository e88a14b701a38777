import { closeSync, openSync, readSync } from 'node:fs'

/** Copied back from 16 MiB on: events touch the same pages again and again, and each is then copied once. */
const FULL_FRAMES = 4_000
const LOOK_MS = 250

/**
 * Where the numbers are in the index of the log, in the byte order of the machine.
 * Source: sqlite.org/walformat.html#the_wal_index_header
 */
const FRAMES_AT = 16
const COPIED_AT = 96

/**
 * Has the write-ahead log copied back into the database beside the event loop: where a commit does it, everybody waits
 * for 40 to 80 ms, and on a slow disk much longer. A commit still does it where the log has grown to four times as much
 * (`connectWriter`), because `copyBack` did not get through.
 */
export class WriteAheadLog implements Disposable {
  readonly #copyBack: () => Promise<void>
  readonly #index: number
  readonly #timer: NodeJS.Timeout
  readonly #numbers = new Uint32Array(1)
  #isUnderWay = false

  /** Of an open database. `copyBack` is asked again as long as something is left. */
  constructor(file: string, copyBack: () => Promise<void>) {
    this.#copyBack = copyBack
    this.#index = openSync(`${file}-shm`, 'r')
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    closeSync(this.#index)
  }

  #look(): void {
    const frames = this.#number(FRAMES_AT)
    if (this.#isUnderWay || frames < FULL_FRAMES || this.#number(COPIED_AT) >= frames) return
    void this.#copy()
  }

  async #copy(): Promise<void> {
    this.#isUnderWay = true
    // What went wrong shows itself again in the commit that has to do it.
    await Promise.allSettled([this.#copyBack()])
    this.#isUnderWay = false
  }

  #number(at: number): number {
    readSync(this.#index, this.#numbers, 0, 4, at)
    return this.#numbers[0] ?? 0
  }
}

import { statSync } from 'node:fs'
import { StorageUnavailableError } from '../errors.ts'
import { CHECKPOINT_BYTES } from './connect.ts'

const LOOK_MS = 250

/**
 * Has the write-ahead log copied back into the database outside of the event loop, whenever it has outgrown
 * `CHECKPOINT_BYTES`. Where a commit does that instead, all callers wait for 40 to 80 ms, and on a slow disk much
 * longer. A commit still does it, and takes longer, where the log has grown to four times as much, because readers or
 * writers gave `copyBack` no chance.
 */
export class LogCheckpointer implements Disposable {
  readonly #file: string
  readonly #copyBack: () => Promise<void>
  readonly #failed: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  #isUnderWay = false
  #copiedAt = 0
  #hasFailed = false

  /**
   * Begins to look at the log of an open database. `copyBack` is called again as long as it rejects. `failed` is called
   * with the reason of its first failure, and again only after it has succeeded, but not because all threads were busy.
   */
  constructor(file: string, copyBack: () => Promise<void>, failed: (error: unknown) => void) {
    this.#file = `${file}-wal`
    this.#copyBack = copyBack
    this.#failed = failed
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  // @NOTE the file is never opened: to close it would give up the locks that SQLite has on it in this process.
  #look(): void {
    if (this.#isUnderWay) return
    const log = statSync(this.#file, { throwIfNoEntry: false })
    if (!log || log.size <= CHECKPOINT_BYTES) return
    // The log shrinks with the next write; until then there is nothing new in it.
    if (log.mtimeMs !== this.#copiedAt) void this.#copy(log.mtimeMs)
  }

  async #copy(writtenAt: number): Promise<void> {
    this.#isUnderWay = true
    const [end] = await Promise.allSettled([this.#copyBack()])
    if (end.status === 'fulfilled') {
      this.#copiedAt = writtenAt
      this.#hasFailed = false
    } else if (!(end.reason instanceof StorageUnavailableError) && !this.#hasFailed) {
      this.#hasFailed = true
      this.#failed(end.reason)
    }
    this.#isUnderWay = false
  }
}

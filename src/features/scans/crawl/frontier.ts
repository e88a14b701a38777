import type { ScanStore } from '../../../../db/scans/scan-store.ts'
import type { WaitingUrl } from '../../../../db/scans/scan-rows.ts'
import { NextChange } from '../../../lib/concurrency/next-change.ts'

const BATCH = 200

/** Hands out the addresses that wait on disk, once each, in the order in which they were found. */
export class Frontier {
  readonly #store: ScanStore
  readonly #scanNum: number
  readonly #origin: string
  #buffer: WaitingUrl[] = []
  #lastSeq = 0
  #again: WaitingUrl[] = []
  #underWay = 0
  #loading: Promise<void> | undefined
  readonly #result = new NextChange()

  constructor(store: ScanStore, scanNum: number, origin: string) {
    this.#store = store
    this.#scanNum = scanNum
    this.#origin = origin
  }

  /**
   * Returns the next address; undefined where no address waits and no visit is under way that could find one. `flush`
   * stores the addresses that were found, since they are read from the disk.
   */
  async next(signal: AbortSignal, flush: () => Promise<void>): Promise<WaitingUrl | undefined> {
    for (;;) {
      signal.throwIfAborted()
      const item = this.#buffer.shift() ?? this.#again.shift()
      if (item) {
        this.#underWay += 1
        return item
      }
      this.#loading ??= this.#load().finally(() => {
        this.#loading = undefined
      })
      await this.#loading
      if (this.#buffer.length > 0 || this.#again.length > 0) continue
      if (this.#underWay === 0) return undefined
      const result = this.#result.next()
      await flush()
      await result
    }
  }

  /** True while a caller of `next` waits for addresses that are still to be found. */
  get isWaitedFor(): boolean {
    return this.#result.isAwaited
  }

  /** Notes that the visit of an address is stored; it may have found more addresses. */
  markDone(): void {
    this.#underWay -= 1
    this.#result.changed()
  }

  /** Puts back an address that is under way, behind the addresses that wait. */
  putBack(item: WaitingUrl): void {
    this.#again.push(item)
    this.#underWay -= 1
    this.#result.changed()
  }

  /** Lets addresses wait once more whose visits were already done. */
  again(items: readonly WaitingUrl[]): void {
    this.#again = this.#again.concat(items)
  }

  async #load(): Promise<void> {
    const rows = await this.#store.waiting(this.#scanNum, {
      after: this.#lastSeq,
      limit: BATCH,
      origin: this.#origin,
    })
    this.#lastSeq = rows.at(-1)?.seq ?? this.#lastSeq
    this.#buffer.push(...rows)
  }
}

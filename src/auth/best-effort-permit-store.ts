import { StorageUnavailableError } from '../../db/errors.ts'
import type { MonotonicClock } from '../lib/time/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { PermitBlock } from '../../db/sqlite/permit-store.ts'
import type { PermitStore } from './permit-store.ts'

/** The time for which a store that failed is not asked: asking it takes time, which every request would wait for. */
const PAUSE_MS = 5_000

/**
 * A store of permits that may fail, as on a full disk. Reads must go on in that case, so the limiter then counts in
 * memory alone, which is as strict until the process is killed. The log reports once that the store fails, and once
 * that it works again.
 */
export class BestEffortPermitStore implements PermitStore {
  readonly #store: PermitStore
  readonly #elapsed: MonotonicClock
  readonly #log: Logger
  /** The elapsed time at which the store is tried again; undefined while it works. */
  #pausedUntil: number | undefined

  constructor(store: PermitStore, elapsed: MonotonicClock, log: Logger) {
    this.#store = store
    this.#elapsed = elapsed
    this.#log = log
  }

  reserve(bucket: string, usableUntilMs: number, permits: number): void {
    this.#try(() => this.#store.reserve(bucket, usableUntilMs, permits))
  }

  reserveSoon(bucket: string, usableUntilMs: number, permits: number): void {
    this.#try(() => this.#store.reserveSoon(bucket, usableUntilMs, permits))
  }

  recent(sinceMs: number): PermitBlock[] {
    return this.#store.recent(sinceMs)
  }

  replace(rows: readonly PermitBlock[]): void {
    this.#try(() => this.#store.replace(rows))
  }

  aheadMs(): number {
    return this.#store.aheadMs()
  }

  noteAhead(aheadMs: number): void {
    this.#try(() => this.#store.noteAhead(aheadMs))
  }

  forget(beforeMs: number): void {
    this.#try(() => this.#store.forget(beforeMs))
  }

  close(): void {
    this.#store.close()
  }

  #try(write: () => void): void {
    const wasPaused = this.#pausedUntil !== undefined
    if (this.#pausedUntil !== undefined && this.#elapsed() < this.#pausedUntil) return
    try {
      write()
      this.#pausedUntil = undefined
      if (wasPaused) this.#log.info('request limits are written down again')
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error
      this.#pausedUntil = this.#elapsed() + PAUSE_MS
      if (wasPaused) return
      this.#log.warn(
        { err: error },
        'request limits cannot be written down, and are kept in memory',
      )
    }
  }
}

import { BoundedMap } from '../../lib/cache/bounded-map.ts'
import { MINUTE_MS, type MonotonicClock } from '../../lib/time/clock.ts'
import type { DocumentLifetime } from './document-lifetime.ts'

/** The outcome of a load: `refused` is a fault of the document, and `unavailable` one of its server, which may pass. */
export type LoadedDocument<T> =
  | ({ kind: 'found'; value: T } & DocumentLifetime)
  | { kind: 'refused' | 'unavailable'; error: Error }

interface Kept<T> {
  value: T
  untilMs: number
  staleUntilMs: number
}

interface Failed {
  error: Error
  untilMs: number
}

/** The milliseconds for which a document that was refused is not asked for again. */
const REFUSED_MS = MINUTE_MS
const UNAVAILABLE_MS = 10_000
const MAX_DOCUMENTS = 1_000

/**
 * A cache of documents of other servers by their addresses, in this process alone; they expire by elapsed time. A
 * document that is asked for many times at once is fetched once.
 */
export class DocumentCache<T> {
  readonly #elapsed: MonotonicClock
  readonly #kept = new BoundedMap<string, Kept<T>>(MAX_DOCUMENTS)
  /**
   * Failed loads by address, apart from loaded documents: a client that names missing documents pushes out other
   * failures alone.
   */
  readonly #failed = new BoundedMap<string, Failed>(MAX_DOCUMENTS)
  /** The running loads by address. The number of fetches at a time is bounded, so there are few of them. */
  readonly #loading = new Map<string, Promise<T>>()

  constructor(elapsed: MonotonicClock) {
    this.#elapsed = elapsed
  }

  /** Returns the document at an address. Throws the error of the load, or of an earlier load that still counts. */
  async find(url: string, load: () => Promise<LoadedDocument<T>>): Promise<T> {
    const nowMs = this.#elapsed()
    const kept = this.#kept.get(url)
    if (kept && nowMs < kept.untilMs) return kept.value
    const failed = this.#failed.get(url)
    if (failed && nowMs < failed.untilMs) throw failed.error
    return this.refresh(url, load)
  }

  /** True while the document at an address is being loaded. */
  isLoading(url: string): boolean {
    return this.#loading.has(url)
  }

  /** Does the same as `find`, but asks the server even where the document is kept. */
  refresh(url: string, load: () => Promise<LoadedDocument<T>>): Promise<T> {
    const running = this.#loading.get(url)
    if (running) return running
    const loading = this.#load(url, load).finally(() => this.#loading.delete(url))
    this.#loading.set(url, loading)
    return loading
  }

  async #load(url: string, load: () => Promise<LoadedDocument<T>>): Promise<T> {
    const loaded = await load()
    const nowMs = this.#elapsed()
    if (loaded.kind === 'found') {
      const { value, freshMs, staleMs } = loaded
      const untilMs = nowMs + freshMs
      this.#kept.set(url, { value, untilMs, staleUntilMs: untilMs + staleMs })
      return value
    }
    const { kind, error } = loaded
    const before = this.#kept.get(url)
    if (kind === 'unavailable' && before && nowMs < before.staleUntilMs) {
      this.#kept.set(url, { ...before, untilMs: nowMs + UNAVAILABLE_MS })
      return before.value
    }
    const untilMs = nowMs + (kind === 'refused' ? REFUSED_MS : UNAVAILABLE_MS)
    this.#failed.set(url, { error, untilMs })
    throw error
  }
}

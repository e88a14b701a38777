import { setTimeout as sleep } from 'node:timers/promises'
import { KeyedQueue } from '../../lib/concurrency/keyed-queue.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'
import { crawlDelaySeconds, isAllowed } from '../../domain/robots/is-allowed.ts'
import type { Robots } from '../../domain/robots/robots.ts'

const AT_A_TIME = 2
const MAX_DELAY_MS = 10_000

/**
 * Delays and refuses the requests of a score as robots.txt asks: it allows no forbidden path, and two requests at a
 * time, or one at a time with the crawl delay between them.
 */
export class RequestThrottle {
  readonly #rules: Robots
  readonly #site: { origin: string; userAgent: string }
  readonly #signal: AbortSignal
  readonly #delayMs: number
  readonly #turns: KeyedQueue
  #notBefore: number

  constructor(rules: Robots, site: { origin: string; userAgent: string }, signal: AbortSignal) {
    this.#rules = rules
    this.#site = site
    this.#signal = signal
    const seconds = crawlDelaySeconds(rules, site.userAgent) ?? 0
    this.#delayMs = Math.min(MAX_DELAY_MS, seconds * 1_000)
    // robots.txt itself was requested just before.
    this.#notBefore = performance.now() + this.#delayMs
    this.#turns = new KeyedQueue({ concurrency: this.#delayMs > 0 ? 1 : AT_A_TIME })
  }

  /**
   * True for an address that may be fetched. A sitemap that robots.txt names may be, also where another rule forbids
   * its path; robots.txt says nothing of other origins.
   */
  mayAsk(address: string): boolean {
    const url = parseUrl(address)
    // An invalid address is refused by the client that is asked for it.
    if (!url) return true
    const { origin, pathname, search } = url
    if (origin !== this.#site.origin || this.#rules.sitemaps.includes(address)) return true
    return isAllowed(this.#rules, this.#site.userAgent, pathname + search).allowed
  }

  /** Runs a request when it is its turn. Throws the reason of the score's signal where that is aborted first. */
  run<T>(request: () => Promise<T>): Promise<T> {
    return this.#turns.run(async () => {
      const wait = this.#notBefore - performance.now()
      if (wait > 0) await sleep(wait, undefined, { signal: this.#signal })
      this.#signal.throwIfAborted()
      this.#notBefore = performance.now() + this.#delayMs
      return request()
    })
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { ConcurrencyLimiter } from '../../lib/concurrency/concurrency-limiter.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'
import { crawlDelaySeconds, isAllowed } from '../../domain/robots/is-allowed.ts'
import type { Robots } from '../../domain/robots/robots.ts'

const AT_A_TIME = 2
const MAX_DELAY_MS = 10_000

/**
 * How a scan asks a site for what its score needs: nothing that robots.txt keeps our bot from, two requests at a time,
 * and one with as much time between them as it asks for.
 */
export class RequestThrottle {
  readonly #rules: Robots
  readonly #site: { origin: string; userAgent: string }
  readonly #signal: AbortSignal
  readonly #delayMs: number
  readonly #turns: ConcurrencyLimiter
  #notBefore: number

  constructor(rules: Robots, site: { origin: string; userAgent: string }, signal: AbortSignal) {
    this.#rules = rules
    this.#site = site
    this.#signal = signal
    const seconds = crawlDelaySeconds(rules, site.userAgent) ?? 0
    this.#delayMs = Math.min(MAX_DELAY_MS, seconds * 1_000)
    // robots.txt itself was just asked for.
    this.#notBefore = performance.now() + this.#delayMs
    this.#turns = new ConcurrencyLimiter(this.#delayMs > 0 ? 1 : AT_A_TIME)
  }

  /** What robots.txt names as a sitemap may be asked for, whatever else it says; other origins it says nothing of. */
  mayAsk(address: string): boolean {
    const url = parseUrl(address)
    // What is no address is refused by whoever is asked for it.
    if (!url) return true
    const { origin, pathname, search } = url
    if (origin !== this.#site.origin || this.#rules.sitemaps.includes(address)) return true
    return isAllowed(this.#rules, this.#site.userAgent, pathname + search).allowed
  }

  /** Makes a request when it is its turn. Throws the reason of the signal. */
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

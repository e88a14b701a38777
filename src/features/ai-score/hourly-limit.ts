import type { ScoreMemory } from '../../domain/ai-score/score-cache.ts'
import { HOUR_MS, type MonotonicClock } from '../../lib/time/clock.ts'
import { ServiceError } from '../../kernel/errors.ts'

/** Scores of one host in an hour, so that a score does not become a load on somebody's server. */
const MAX_AN_HOUR = 10

/**
 * Drops `www.` and a dot at the end, since one server goes by several names; only tests reach other ports than the web's.
 */
const hostOf = ({ hostname, port }: URL): string =>
  `${hostname.replace(/\.$/, '').replace(/^www\./, '')}:${port}`

/**
 * Counts one score once for each host that it asks, so that redirects, sitemaps or links cannot aim the load at another
 * server.
 */
export class HourlyLimit {
  readonly #asked: ScoreMemory['asked']
  readonly #elapsed: MonotonicClock
  readonly #admitted = new Map<string, boolean>()
  /** The refusal of the first host over its limit, with the time to come back. */
  refusal: ServiceError | undefined

  /** Takes the time that has elapsed, which no wrong clock moves. */
  constructor({ asked }: Pick<ScoreMemory, 'asked'>, elapsed: MonotonicClock) {
    this.#asked = asked
    this.#elapsed = elapsed
  }

  /** Counts the score of a host or site, by its name. Throws RATE_LIMITED beyond ten an hour. */
  count(name: string): void {
    // Read at each host: scores that began later may have been counted for it meanwhile.
    const now = this.#elapsed()
    const times = (this.#asked.get(name, now) ?? []).filter((at) => at > now - HOUR_MS)
    const [oldest = now] = times
    if (times.length >= MAX_AN_HOUR) {
      throw new ServiceError(
        'RATE_LIMITED',
        `At most ${MAX_AN_HOUR} scores of one host in an hour`,
        {
          retryAfterSeconds: Math.ceil((oldest + HOUR_MS - now) / 1_000),
        },
      )
    }
    this.#asked.set(name, [...times, now], now)
  }

  /** True when a host may be asked; a host counts when it is asked for the first time. */
  readonly admits = (url: URL): boolean => {
    const host = hostOf(url)
    const known = this.#admitted.get(host)
    if (known !== undefined) return known
    const isAdmitted = this.#tryCount(`host ${host}`)
    this.#admitted.set(host, isAdmitted)
    return isAdmitted
  }

  /** Asks a host without counting it. */
  exempt(url: URL): void {
    this.#admitted.set(hostOf(url), true)
  }

  #tryCount(name: string): boolean {
    try {
      this.count(name)
      return true
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      this.refusal ??= error
      return false
    }
  }
}

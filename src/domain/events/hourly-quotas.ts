import { HOUR_MS } from '../../lib/time/clock.ts'

/**
 * One address may add this much to one site within an hour of the clock. An office, or a mobile network, is one address with
 * many readers: each figure is far above what those do, and far below what fills a disk.
 */
export const HOURLY_QUOTA = {
  /** An address can bring this many in requests of one event each: 1,200 a minute. Further ones are refused. */
  events: 72_000,
  /** Questions that keep their words and topic; further ones are counted without either. */
  questions: 600,
  /** Topics that its questions may begin; questions beyond that belong to the topic of other questions. */
  topics: 100,
  /** Paths that the site did not have; those beyond are counted under no path. */
  pages: 1_000,
  /**
   * New engines, referrers, campaigns by referrer, and combinations of prompt, rule and language; those beyond are
   * counted as `other`, or as none.
   */
  values: 500,
} as const

type Allowed = keyof typeof HOURLY_QUOTA

/** Addresses and sites that are remembered for an hour; those beyond share one quota for each site. */
const MAX_SENDERS = 50_000

/** One sender's quota for one site. */
export interface Quota {
  /** Takes one of what is left in this hour; returns false where nothing is left. */
  take(what: Allowed): boolean
}

/** History comes from the site's owner, and has no quota. */
export const UNLIMITED_QUOTA: Quota = { take: () => true }

/**
 * Counts what each address added to each site in this hour, by keyed hashes of addresses, in memory alone: a restart
 * begins the hour again. A clock that jumps does too, in either direction.
 */
export class HourlyQuotas {
  #hour = Number.NaN
  /** @NOTE no BoundedMap: what was used must not be forgotten, so those beyond share one. */
  readonly #used = new Map<string, Record<Allowed, number>>()

  /** The quota that an address has left for a site; `sender` is its keyed hash. */
  of(siteNum: number, sender: string, nowMs: number): Quota {
    const used = this.#usedBy(siteNum, sender, nowMs)
    return {
      take(what) {
        if (used[what] >= HOURLY_QUOTA[what]) return false
        used[what] += 1
        return true
      },
    }
  }

  #usedBy(siteNum: number, sender: string, nowMs: number): Record<Allowed, number> {
    const hour = Math.floor(nowMs / HOUR_MS)
    if (hour !== this.#hour) {
      this.#used.clear()
      this.#hour = hour
    }
    const own = `${siteNum} ${sender}`
    const known = this.#used.get(own)
    if (known) return known
    const name = this.#used.size < MAX_SENDERS ? own : `${siteNum}`
    const shared = this.#used.get(name)
    if (shared) return shared
    const fresh = { events: 0, questions: 0, topics: 0, pages: 0, values: 0 }
    this.#used.set(name, fresh)
    return fresh
  }
}

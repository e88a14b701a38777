import { HOUR_MS } from '../../lib/time/clock.ts'

/**
 * The most that one IP address may add to one site within an hour of the clock. An office or a mobile network is one
 * address with many readers: each figure is far above their use, and far below the amount that fills a disk.
 */
export const HOURLY_QUOTA = {
  /** Events; those beyond are refused. Requests of one event each reach this number at 1,200 a minute. */
  events: 72_000,
  /** Questions that keep their words and topic; further ones are counted without either. */
  questions: 600,
  /** New topics; questions that would begin more of them belong to the topic of other questions. */
  topics: 100,
  /** Paths that are new to the site; events of those beyond are counted under no path. */
  pages: 1_000,
  /**
   * New engines, referrers, campaigns by referrer, and combinations of prompt, rule and language; those beyond are
   * counted as `other`, or as none.
   */
  values: 500,
} as const

type Allowed = keyof typeof HOURLY_QUOTA

/** The most pairs of address and site whose quota is kept for the hour; those beyond share one quota for each site. */
const MAX_SENDERS = 50_000

/** One sender's quota for one site. */
export interface Quota {
  /**
   * Takes one event or value of this kind from the quota; returns false, and takes nothing, where the quota is used up.
   */
  take(what: Allowed): boolean
}

/** A quota without a limit, for imported history, which comes from the site's owner. */
export const UNLIMITED_QUOTA: Quota = { take: () => true }

/**
 * Counts what each address added to each site in this hour, by keyed hashes of addresses, in memory alone: a restart
 * begins the hour again. A clock that jumps does too, in either direction.
 */
export class HourlyQuotas {
  #hour = Number.NaN
  /**
   * The counts of the hour by site and address. @NOTE no BoundedMap: counts must not be forgotten, so addresses beyond
   * the limit share one.
   */
  readonly #used = new Map<string, Record<Allowed, number>>()

  /** Returns the quota of this hour that an address has left for a site; `sender` is the keyed hash of that address. */
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

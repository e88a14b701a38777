import { ExpiringMap } from '../../lib/cache/expiring-map.ts'

/**
 * Live events keep the order in which they came: where the clock was set back by less than this, they get the latest
 * time so far. The order of a reader's events matters, and to count a day again for each of them would cost as much as
 * the day is busy.
 */
const MAX_SET_BACK_MS = 300_000
/**
 * A day whose order the clock has broken is counted again this often; its site's events are counted in the meantime.
 */
const RECOUNT_EVERY_MS = 60_000
const MAX_RECOUNTED = 10_000

/** Keeps the order of live events, even where the clock is set back. */
export class MonotonicEventTimes {
  /** Time of the latest live event of the groups that are stored. */
  #latestAt = 0
  /** Days that were counted again a moment ago because of live events, by the process's own time. */
  readonly #recounted = new ExpiringMap<string, true>({
    maxEntries: MAX_RECOUNTED,
    lifetimeMs: RECOUNT_EVERY_MS,
  })

  /** Returns the time at which a live event counts as having happened. */
  timeOf(at: number): number {
    const isSetBack = at < this.#latestAt && this.#latestAt - at < MAX_SET_BACK_MS
    return isSetBack ? this.#latestAt : at
  }

  /** Notes that a group is stored whose latest live event is of this time. */
  stored(latestAt: number): void {
    this.#latestAt = latestAt
  }

  /** True once a minute for each day that may be counted again at once; `elapsedMs` is the process's own time. */
  mayRecount(siteDay: string, elapsedMs: number): boolean {
    if (this.#recounted.get(siteDay, elapsedMs)) return false
    this.#recounted.set(siteDay, true, elapsedMs)
    return true
  }
}

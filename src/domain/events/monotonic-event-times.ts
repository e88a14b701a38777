import { ExpiringMap } from '../../lib/cache/expiring-map.ts'

/**
 * The milliseconds below which a step back of the clock is ignored: live events then get the latest time so far.
 * Otherwise they would be out of order, and the whole day would have to be counted again for each.
 */
const MAX_SET_BACK_MS = 300_000
/**
 * The least milliseconds between two recounts of a day whose order the clock has broken; between these, its site's
 * events are counted as they come.
 */
const RECOUNT_EVERY_MS = 60_000
const MAX_RECOUNTED = 10_000

/** Gives live events times that never fall, even where the clock is set back a little. */
export class MonotonicEventTimes {
  /** Time of the latest live event of the groups that are stored. */
  #latestAt = 0
  /** Days that were counted again a moment ago because of live events, by the process's own time. */
  readonly #recounted = new ExpiringMap<string, true>({
    maxEntries: MAX_RECOUNTED,
    lifetimeMs: RECOUNT_EVERY_MS,
  })

  /**
   * Returns the time under which a live event is stored: `at`, or the latest time so far if the clock was set back by
   * less than five minutes.
   */
  timeOf(at: number): number {
    const isSetBack = at < this.#latestAt && this.#latestAt - at < MAX_SET_BACK_MS
    return isSetBack ? this.#latestAt : at
  }

  /** Notes that a group is stored whose latest live event is of this time. */
  stored(latestAt: number): void {
    this.#latestAt = latestAt
  }

  /**
   * True at most once a minute for each day: it may be counted again at once. `elapsedMs` is the time of the process's
   * own clock.
   */
  mayRecount(siteDay: string, elapsedMs: number): boolean {
    if (this.#recounted.get(siteDay, elapsedMs)) return false
    this.#recounted.set(siteDay, true, elapsedMs)
    return true
  }
}

import { SiteDay } from './site-day.ts'

/**
 * Sums in memory the counts that a group of events adds to the rollups: five hundred events change a few hundred rows,
 * and not three thousand.
 */
export class RollupDelta {
  readonly #siteDays = new Map<number, SiteDay[]>()

  siteDay(siteNum: number, day: number): SiteDay {
    const days = this.#siteDays.get(siteNum) ?? []
    const known = days.find((candidate) => candidate.day === day)
    if (known) return known
    const fresh = new SiteDay(siteNum, day)
    this.#siteDays.set(siteNum, [...days, fresh])
    return fresh
  }

  *siteDays(): Generator<SiteDay> {
    for (const days of this.#siteDays.values()) yield* days
  }
}

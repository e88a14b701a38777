/** A run of days, counted from 0 at the first day of the generated traffic. */
export type DaySpan = { firstDay: number; dayCount: number }

/** The article that an assistant quotes; it is read little on other days. */
export const spikePath = '/safety/cold-water-first-minutes'

/** Extra visitors on each day of the spike, as a share of the usual visitors of a day. */
const SPIKE_SHARES = [0.7, 0.5, 0.25] as const

const SAG_DAY_COUNT = 7
const SAG_CLICK_FACTOR = 0.45

/**
 * Returns the days on which AI clicks sag, and those on which `spikePath` is quoted; from 15 days on, the two do not
 * overlap.
 */
export function storyOf(days: number): { sag: DaySpan; spike: DaySpan } {
  return {
    sag: { firstDay: Math.floor(days * 0.25), dayCount: SAG_DAY_COUNT },
    spike: { firstDay: Math.floor(days * 0.72), dayCount: SPIKE_SHARES.length },
  }
}

/** True when the day lies in the span. */
export function isWithin(span: DaySpan, day: number): boolean {
  return day >= span.firstDay && day < span.firstDay + span.dayCount
}

/** Factor on the usual rate of AI clicks on a day. */
export function clickFactorOn(day: number, days: number): number {
  return isWithin(storyOf(days).sag, day) ? SAG_CLICK_FACTOR : 1
}

/** Extra visitors that the quote sends on a day, as a share of the usual visitors. */
export function spikeShareOn(day: number, days: number): number {
  return SPIKE_SHARES[day - storyOf(days).spike.firstDay] ?? 0
}

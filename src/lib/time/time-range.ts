import { DAY_MS, iso } from './clock.ts'
import { dayStart, dayToIso } from './zone.ts'

/** A half-open range of time: whole local days, or `24h`, which has no `days`. */
export interface TimeRange {
  days: { from: number; to: number } | null
  instants: { fromMs: number; toMs: number }
}

/** A range of whole local days of a zone, from the first to before the last. */
export const daysRange = (zone: string, from: number, to: number): TimeRange => ({
  days: { from, to },
  instants: { fromMs: dayStart(zone, from), toMs: dayStart(zone, to) },
})

/** The range of the same length right before. */
export function previousRange({ days, instants }: TimeRange, zone: string): TimeRange {
  if (days) return daysRange(zone, days.from - (days.to - days.from), days.from)
  const { fromMs, toMs } = instants
  return { days: null, instants: { fromMs: fromMs - (toMs - fromMs), toMs: fromMs } }
}

const YEAR_OF_WEEKS = 364

/**
 * The range one year before: 52 weeks before when the range is a whole number of weeks, so that weekdays match, else
 * the same dates of the year before.
 */
export function yearBefore({ days, instants }: TimeRange, zone: string): TimeRange {
  if (!days) {
    const shift = YEAR_OF_WEEKS * DAY_MS
    return {
      days: null,
      instants: { fromMs: instants.fromMs - shift, toMs: instants.toMs - shift },
    }
  }
  const { from, to } = days
  if ((to - from) % 7 === 0) return daysRange(zone, from - YEAR_OF_WEEKS, to - YEAR_OF_WEEKS)
  return daysRange(zone, sameDateYearBefore(from), sameDateYearBefore(to - 1) + 1)
}

/** 29 February is compared with 28 February. */
function sameDateYearBefore(day: number): number {
  const date = new Date(day * DAY_MS)
  const [year, month] = [date.getUTCFullYear() - 1, date.getUTCMonth()]
  const shifted = Date.UTC(year, month, date.getUTCDate()) / DAY_MS
  return Math.min(shifted, Date.UTC(year, month + 1, 0) / DAY_MS)
}

/** Formats the first and last day, or instants. */
export function formatRange({ days, instants }: TimeRange): { from: string; to: string } {
  return days
    ? { from: dayToIso(days.from), to: dayToIso(days.to - 1) }
    : { from: iso(instants.fromMs), to: iso(instants.toMs) }
}

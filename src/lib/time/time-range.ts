import { DAY_MS, iso } from './clock.ts'
import type { CalendarUnits } from './read-period.ts'
import { dayStart, dayToIso, monthStart } from './zone.ts'

/** A half-open range of time: whole local days, or a number of hours up to now, in which case `days` is absent. */
export interface TimeRange {
  days: { from: number; to: number } | null
  instants: { fromMs: number; toMs: number }
  /** The calendar units that the days consist of, whole or up to now. */
  calendar?: CalendarUnits
}

/** Returns a range of whole local days of a zone, from the first to before the last. */
export const daysRange = (zone: string, from: number, to: number): TimeRange => ({
  days: { from, to },
  instants: { fromMs: dayStart(zone, from), toMs: dayStart(zone, to) },
})

/**
 * Returns the range that a range is compared with. For calendar units it is the same part of as many units before them,
 * such as the first ten days of October for the first ten of November; otherwise the range of the same length right
 * before.
 */
export function previousRange({ days, instants, calendar }: TimeRange, zone: string): TimeRange {
  if (days && calendar) {
    const { from, to } = unitsBefore(days, calendar)
    return { ...daysRange(zone, from, to), calendar }
  }
  if (days) return daysRange(zone, days.from - (days.to - days.from), days.from)
  const { fromMs, toMs } = instants
  return { days: null, instants: { fromMs: fromMs - (toMs - fromMs), toMs: fromMs } }
}

function unitsBefore(
  { from, to }: { from: number; to: number },
  { unit, count }: CalendarUnits,
): { from: number; to: number } {
  if (unit === 'week') return { from: from - 7 * count, to: to - 7 * count }
  const isWhole = monthStart(from, count) === to
  const before = monthStart(from, -count)
  return { from: before, to: isWhole ? from : Math.min(from, sameDate(to - 1, -count) + 1) }
}

const YEAR_OF_WEEKS = 364

/**
 * Returns the same range one year before: 52 weeks before where the range is made of weeks, so that weekdays match,
 * otherwise the same dates of the year before.
 */
export function yearBefore({ days, instants, calendar }: TimeRange, zone: string): TimeRange {
  if (!days) {
    const shift = YEAR_OF_WEEKS * DAY_MS
    return {
      days: null,
      instants: { fromMs: instants.fromMs - shift, toMs: instants.toMs - shift },
    }
  }
  const { from, to } = days
  if ((to - from) % 7 === 0 || calendar?.unit === 'week')
    return daysRange(zone, from - YEAR_OF_WEEKS, to - YEAR_OF_WEEKS)
  return daysRange(zone, sameDate(from, -12), sameDate(to - 1, -12) + 1)
}

/**
 * Returns the same date `months` months later, or the last day of a month that has no such date: 28 February for 29
 * February.
 */
function sameDate(day: number, months: number): number {
  const date = new Date(day * DAY_MS).getUTCDate()
  return Math.min(monthStart(day, months) + date, monthStart(day, months + 1)) - 1
}

/**
 * Returns the first and the last day of a range as `YYYY-MM-DD`, or its first and last instant where it has no days.
 */
export function formatRange({ days, instants }: TimeRange): { from: string; to: string } {
  return days
    ? { from: dayToIso(days.from), to: dayToIso(days.to - 1) }
    : { from: iso(instants.fromMs), to: iso(instants.toMs) }
}

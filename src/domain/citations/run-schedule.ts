import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '../../lib/time/clock.ts'
import { localDay, zoneOffsetMs } from '../../lib/time/zone.ts'

/** The schedules by which engines are asked without a person, from never to most often. */
export const RUN_SCHEDULES = ['off', 'weekly', 'daily'] as const
export type RunSchedule = (typeof RUN_SCHEDULES)[number]

/** The furthest that a run is planned ahead: a week, and an hour for a change of clocks. */
export const FURTHEST_RUN_MS = 7 * DAY_MS + 2 * HOUR_MS

/** The most days of a month. */
const DAYS_OF_A_MONTH = 31

/** Counts the runs of a schedule in a month of 31 days. */
export const runsOfAMonth = (schedule: RunSchedule): number =>
  schedule === 'off' ? 0 : schedule === 'daily' ? DAYS_OF_A_MONTH : 5

interface Rhythm {
  schedule: RunSchedule
  /** The hour of the run in the site's time zone, 0 to 23. */
  hour: number
  /** The day of a weekly schedule, from 1, a Monday, to 7. */
  weekday: number
}

/** Returns the day of the week of a day number, from 1, a Monday, to 7. Day 0 was a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

/**
 * Finds the next run after an instant, epoch ms; null where the schedule is off. Each site has its own moment within
 * the hour, by its id, so that sites do not start together.
 */
export function nextRunAt(
  siteId: string,
  { schedule, hour, weekday }: Rhythm,
  { zone, nowMs }: { zone: string; nowMs: number },
): number | null {
  if (schedule === 'off') return null
  const turn = createHash('sha256').update(`citations ${siteId}`).digest().readUInt32BE() % HOUR_MS
  for (let day = localDay(zone, nowMs); ; day++) {
    if (schedule === 'weekly' && weekdayOf(day) !== weekday) continue
    const at = instantOf(zone, day * DAY_MS + hour * HOUR_MS + turn)
    if (at > nowMs) return at
  }
}

/** Returns the instant of a local time, epoch ms; a time that a change of clocks leaves out is taken an hour later. */
function instantOf(zone: string, localMs: number): number {
  const near = localMs - zoneOffsetMs(zone, localMs)
  return localMs - zoneOffsetMs(zone, near)
}

import type { Grain } from '../../../db/facts/fact-query.ts'
import { DAY_MS, HOUR_MS } from '../../lib/time/clock.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import {
  dayStart,
  dayToIso,
  localDay,
  monthStart,
  offsetSegments,
  zoneIso,
  zoneOffsetMs,
} from '../../lib/time/zone.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'

/** Returns the first days of the months that a range touches, and of the month after it. */
export function monthStarts(range: TimeRange, zone: string): number[] {
  const days = daysOf(range, zone)
  const starts = [monthStart(days.from, 0)]
  while ((starts.at(-1) ?? days.to) < days.to) starts.push(monthStart(starts.at(-1) ?? 0, 1))
  return starts
}

/** Returns the local days that a range touches, half-open. */
const daysOf = ({ days, instants }: TimeRange, zone: string): { from: number; to: number } =>
  days ?? { from: localDay(zone, instants.fromMs), to: localDay(zone, instants.toMs - 1) + 1 }

/**
 * Returns every bucket of a range, in order, by the number that the SQL gives it: a local day, or for hours the instant
 * at which the hour begins, in epoch ms. Throws VALIDATION_FAILED for more than 92 days of hours.
 */
export function bucketsOf(range: TimeRange, grain: Grain, zone: string): number[] {
  if (grain === 'hour') return hoursOf(range, zone)
  const days = daysOf(range, zone)
  if (grain === 'month') return monthStarts(range, zone).filter((start) => start < days.to)
  const step = grain === 'week' ? 7 : 1
  const first = grain === 'week' ? mondayOf(days.from) : days.from
  return Array.from({ length: Math.ceil((days.to - first) / step) }, (_, i) => first + i * step)
}

/**
 * The most days of a series by the hour, since each hour is looked up in the calendar and named in the answer. One day
 * may have 25 hours.
 */
const MAX_DAYS_OF_HOURS = 92

/** Throws VALIDATION_FAILED for a range that is too long for a series by the hour. */
export function assertHours({ instants }: TimeRange): void {
  if (instants.toMs - instants.fromMs > MAX_DAYS_OF_HOURS * DAY_MS + HOUR_MS) {
    throw invalidField(
      'range',
      'too_costly',
      `A series by the hour has at most ${MAX_DAYS_OF_HOURS} days. Ask for fewer, or for time:day`,
    )
  }
}

function hoursOf(range: TimeRange, zone: string): number[] {
  assertHours(range)
  const { instants } = range
  const hours: number[] = []
  for (let at = instants.fromMs; at < instants.toMs; at = nextHour(zone, at)) {
    hours.push(hourStart(zone, at))
  }
  return hours
}

/** Returns the first instant after `at` that belongs to another bucket of hours, in epoch ms. */
function nextHour(zone: string, at: number): number {
  const start = hourStart(zone, at)
  const full = start + HOUR_MS - ((start + zoneOffsetMs(zone, start)) % HOUR_MS)
  const change = offsetSegments(zone, start, full)[0]?.toMs ?? full
  return Math.min(full, change)
}

/**
 * Returns the instant at which the bucket of hours that holds `at` begins, by the rule of the SQL: the full local hour
 * or, if the clock changed within that hour, the instant of the change.
 */
function hourStart(zone: string, at: number): number {
  const offset = zoneOffsetMs(zone, at)
  const start = Math.floor((at + offset) / HOUR_MS) * HOUR_MS - offset
  if (zoneOffsetMs(zone, start) === offset) return start
  return offsetSegments(zone, start, at + 1).at(-1)?.fromMs ?? start
}

const mondayOf = (day: number): number => day - ((day + 3) % 7)

/** Labels a bucket: a day, the Monday of a week, `YYYY-MM`, or an hour with its offset. */
export function bucketLabel(bucket: number, grain: Grain, zone: string): string {
  if (grain === 'hour') return hourLabel(bucket, zone)
  const day = dayToIso(bucket)
  return grain === 'month' ? day.slice(0, 7) : day
}

/** Leaves the seconds out of a time with its offset. */
const hourLabel = (atMs: number, zone: string): string => {
  const text = zoneIso(zone, atMs)
  return `${text.slice(0, 16)}${text.slice(19)}`
}

/** Returns the bucket that holds an instant, by the number that `bucketsOf` gives it. */
export function bucketAt(atMs: number, grain: Grain, zone: string): number {
  if (grain === 'hour') return hourStart(zone, atMs)
  const day = localDay(zone, atMs)
  if (grain === 'week') return mondayOf(day)
  return grain === 'month' ? monthStart(day, 0) : day
}

/** True for a bucket that ended before a local day began. */
export function endsBefore(bucket: number, grain: Grain, zone: string, day: number): boolean {
  switch (grain) {
    case 'hour':
      return bucket < dayStart(zone, day)
    case 'day':
      return bucket < day
    case 'week':
      return bucket + 7 <= day
    case 'month':
      return monthStart(bucket, 1) <= day
  }
}

/**
 * Returns the buckets that are not complete: those that an edge of the range cuts, those that are not over yet, and the
 * one within which the data begins, on `firstDay`.
 */
export function incompleteBuckets(
  buckets: readonly number[],
  range: TimeRange,
  grain: Grain,
  zone: string,
  nowMs: number,
  firstDay?: number,
): readonly number[] {
  const { fromMs, toMs } = range.instants
  const endMs = Math.min(toMs, nowMs)
  const isWhole = (bucket: number): boolean => {
    const { startMs, nextMs } = bucketBounds(bucket, grain, zone)
    return startMs >= fromMs && nextMs <= endMs
  }
  // Only the first bucket can be cut at its beginning; the incomplete ones at the end are consecutive.
  const lastWhole = buckets.findLastIndex(isWhole)
  const begun = firstDay === undefined ? undefined : bucketBegunBefore(firstDay, grain, zone)
  return buckets.filter(
    (bucket, i) => i > lastWhole || bucket === begun || (i === 0 && !isWhole(bucket)),
  )
}

/** Returns the bucket that began before a day and holds it; undefined for a day with which a bucket begins. */
function bucketBegunBefore(day: number, grain: Grain, zone: string): number | undefined {
  const startMs = dayStart(zone, day)
  const bucket = bucketAt(startMs, grain, zone)
  return bucketBounds(bucket, grain, zone).startMs < startMs ? bucket : undefined
}

function bucketBounds(bucket: number, grain: Grain, zone: string) {
  switch (grain) {
    case 'hour':
      return { startMs: bucket, nextMs: nextHour(zone, bucket) }
    case 'day':
      return { startMs: dayStart(zone, bucket), nextMs: dayStart(zone, bucket + 1) }
    case 'week':
      return { startMs: dayStart(zone, bucket), nextMs: dayStart(zone, bucket + 7) }
    case 'month':
      return { startMs: dayStart(zone, bucket), nextMs: dayStart(zone, monthStart(bucket, 1)) }
  }
}

import { DAY_MS } from '../../lib/time/clock.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { dayStart, dayToIso } from '../../lib/time/zone.ts'
import { pluralize } from '../../lib/text/pluralize.ts'

/** The share of a range that may be missing before its counts are no longer compared. */
const MAX_MISSING = 0.1

export interface Comparability {
  /** The observed milliseconds of each range. */
  observedMs: number
  observedBeforeMs: number
  /** True when the counts of both ranges may be compared, at the same rate. */
  areCounts: boolean
  /** True where the compared range ended before the site's data began, so that nothing was counted then. */
  isBeforeData: boolean
  /** The factor that makes a count of the compared range one of a range as long as the other; mostly 1. */
  scale: number
  /** Reasons why counts may not be compared, and remarks for the reader. */
  notes: string[]
}

interface ComparedRanges {
  range: TimeRange
  before: TimeRange
  zone: string
  now: number
  /** The first local day with any event, as a day number; undefined for a site without events. */
  firstDay: number | undefined
}

/** Tells how two ranges compare: one may not be over, the other may begin before the site's data. */
export function comparability({
  range,
  before,
  zone,
  now,
  firstDay,
}: ComparedRanges): Comparability {
  const length = lengthOf(range)
  const observedMs = Math.max(1, Math.min(length, now - range.instants.fromMs))
  const observedBeforeMs = lengthOf(before)
  const isOpen = observedMs < length * (1 - MAX_MISSING)
  const begin = firstDay === undefined ? now : dayStart(zone, firstDay)
  const isYoung = begin > before.instants.fromMs
  const areUnequal = Math.abs(length - observedBeforeMs) > DAY_MS / 2
  const days = Math.round(observedBeforeMs / DAY_MS)
  const shared = Math.round(sharedMs(range, before) / DAY_MS)
  const notes = [
    ...(isOpen ? ['the range is not over, so its counts are not compared with a whole one'] : []),
    ...(isYoung
      ? [
          `data begins ${dayToIso(firstDay ?? 0)}, after the compared range does, so counts are not compared`,
        ]
      : []),
    ...(areUnequal
      ? [`the compared range has ${pluralize(days, 'day')}, so changes of counts are those per day`]
      : []),
    ...(shared > 0 ? [`both ranges have ${pluralize(shared, 'day')} in common`] : []),
  ]
  return {
    observedMs,
    observedBeforeMs,
    areCounts: !isOpen && !isYoung,
    isBeforeData: firstDay !== undefined && before.instants.toMs <= begin,
    scale: areUnequal ? scaleOf(range, before) : 1,
    notes: firstDay === undefined ? [] : notes,
  }
}

/**
 * Returns the ratio of the ranges' lengths, in days where both are of whole days: days on which the clock changes count
 * as others.
 */
const scaleOf = (range: TimeRange, before: TimeRange): number =>
  range.days && before.days
    ? (range.days.to - range.days.from) / (before.days.to - before.days.from)
    : lengthOf(range) / lengthOf(before)

const sharedMs = (a: TimeRange, b: TimeRange): number =>
  Math.max(
    0,
    Math.min(a.instants.toMs, b.instants.toMs) - Math.max(a.instants.fromMs, b.instants.fromMs),
  )

const lengthOf = ({ instants }: TimeRange): number => instants.toMs - instants.fromMs

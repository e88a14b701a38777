import { middleOf } from './middle-of.ts'
import type { DaySpan } from './day-sums.ts'

/**
 * The number of events that must be expected for their absence to be a gap: by chance, one in a million runs has none
 * of 14.
 */
const EXPECTED = 14
const WEEKS_BEFORE = 8

/**
 * Finds the runs of days without any event of a site on which, by the same weekdays of the eight weeks before, more
 * than 14 were to be expected: nothing was counted then. Takes the events of consecutive days from the site's first day
 * on, or from eight weeks before the first gap that matters.
 */
export function findCountGaps(from: number, events: ArrayLike<number>): DaySpan[] {
  const gaps: DaySpan[] = []
  let start = 0
  while (start < events.length) {
    if (events[start] !== 0) {
      start += 1
      continue
    }
    let end = start
    while (end < events.length && events[end] === 0) end += 1
    if (isExpected(events, start, end)) gaps.push({ from: from + start, to: from + end })
    start = end
  }
  return gaps
}

function isExpected(events: ArrayLike<number>, start: number, end: number): boolean {
  const medians = Array.from({ length: 7 }, (_, place) => weekdayMedian(events, start, place))
  let expected = 0
  for (let day = start; day < end && expected <= EXPECTED; day++) {
    expected += medians[(day - start) % 7] ?? 0
  }
  return expected > EXPECTED
}

/**
 * Returns the median of the weekday `place` days after `start`, over the weeks before `start` as far as there are any.
 */
function weekdayMedian(events: ArrayLike<number>, start: number, place: number): number {
  const before: number[] = []
  for (let week = 1; week <= WEEKS_BEFORE; week++) {
    const day = start + place - 7 * week
    if (day >= 0) before.push(events[day] ?? 0)
  }
  return middleOf(before)
}

import { overlap, type DaySpan } from './day-sums.ts'
import type { DayPair } from './shift-pair.ts'

/** The facts of a site's past on which verdicts rest. */
export interface SiteHistory {
  /** The first local day with any event; undefined for a site without events. */
  firstDay: number | undefined
  /** Days on which nothing was counted; see `findCountGaps`. */
  gaps: readonly DaySpan[]
  /** Local days on which the measurement of the judged number changed; see `markDays`. */
  marks: readonly number[]
  /** The number of days for which counts are kept; null for ever. */
  keptDays: number | null
}

/** True where neither range touches a gap, and both were measured alike. */
export function isMeasuredAlike({ a, b }: DayPair, { gaps, marks }: SiteHistory): boolean {
  if (gaps.some((gap) => overlap(gap, a) || overlap(gap, b))) return false
  const from = Math.min(a.from, b.from)
  const to = Math.max(a.to, b.to)
  return !marks.some((mark) => mark >= from && mark < to)
}

/** True where both ranges also lie in the time of which there is data; a site without any has none. */
export const isKnown = (pair: DayPair, history: SiteHistory): boolean =>
  Math.min(pair.a.from, pair.b.from) >= (history.firstDay ?? Number.POSITIVE_INFINITY) &&
  isMeasuredAlike(pair, history)

import { angle, measureChange, type SeriesKind, type Tally } from './change.ts'

/** The changes that are usual, as parts of the number before: −0.23 to 0.29 from `low` to `high`. */
export interface UsualRange {
  /** Null where any fall is usual. */
  low: number | null
  /** Null where any rise is usual. */
  high: number | null
  /** Of a proportion: its usual values after the number before. */
  values: { low: number; high: number } | null
}

/** From this `x` on, just below its greatest size 2√2, one side may be nothing. */
const FARTHEST = 2.82

export interface UsualSize {
  /** The middle of the past changes. */
  centre: number
  /** How much more past changes vary than counting makes them. */
  wander: number
  /** Standard errors on either side that are usual. */
  width: number
}

/** Puts what is usual into numbers, after `before` and with the exposure of `now`. */
export function usualRange(
  kind: SeriesKind,
  { centre, wander, width }: UsualSize,
  { now, before, phi }: { now: Tally; before: Tally; phi: number },
): UsualRange {
  const same = { k: (before.k * now.n) / before.n, n: now.n }
  const limit = width * Math.sqrt(wander + measureChange(kind, same, before, phi).v)
  const [low, high] = [centre - limit, centre + limit]
  if (kind === 'proportion') return rangeOfProportion(before, low, high)
  return {
    low: low <= -FARTHEST ? null : ratioAt(low) - 1,
    high: high >= FARTHEST ? null : ratioAt(high) - 1,
    values: null,
  }
}

/** The ratio of two counts with this change between them, where both have the same exposure. */
function ratioAt(x: number): number {
  const size = Math.min(Math.abs(x), FARTHEST)
  const root = (8 + size * Math.sqrt(16 - size * size)) / (8 - size * size)
  return x < 0 ? 1 / root ** 2 : root ** 2
}

function rangeOfProportion(before: Tally, low: number, high: number): UsualRange {
  const middle = angle(before)
  const [from, to] = [valueAt(middle + low), valueAt(middle + high)]
  const value = valueAt(middle)
  return { low: from / value - 1, high: to / value - 1, values: { low: from, high: to } }
}

const valueAt = (at: number): number => Math.sin(Math.min(Math.max(at / 2, 0), Math.PI / 2)) ** 2

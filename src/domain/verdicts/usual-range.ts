import { angle, measureChange, type SeriesKind, type Tally } from './change.ts'

/** The changes that are usual, as parts of the number before: −0.23 to 0.29 from `low` to `high`. */
export interface UsualRange {
  /** The largest usual fall; null where any fall is usual. */
  low: number | null
  /** The largest usual rise; null where any rise is usual. */
  high: number | null
  /** The usual values of a proportion after the number before; null for other kinds. */
  values: { low: number; high: number } | null
}

/** The size of a change `x`, just below its greatest 2√2, from which on one of the two sides may be nothing. */
const FARTHEST = 2.82

export interface UsualSize {
  /**
   * The change around which others are usual: 0 for ranges that are whole weeks apart, else the middle of the past
   * changes.
   */
  centre: number
  /** The variance of past changes beyond the variance that counting alone gives them. */
  wander: number
  /** The standard errors on either side of the centre that are usual. */
  width: number
}

/** Returns the usual range of a change in numbers, for a tally like `now` after `before`. */
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

/** Returns the ratio of two counts with a change of `x` between them, where both have the same exposure. */
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

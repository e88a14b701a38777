import { areWholeWeeks, moveBack, type DayPair, type Shift } from './shift-pair.ts'
import { isKnown, type SiteHistory } from './site-history.ts'

/** The least number of past changes for a verdict. */
export const MIN_PAST = 8
/** The number of steps that the two ranges, right after each other, and the least number of past changes reach back. */
const REACH_STEPS = MIN_PAST + 2

const SHORTEST_MONTH = 28

interface Asked {
  asked: DayPair
  /** The pair of ranges as asked for, cut before today. */
  pair: DayPair
  today: number
  history: SiteHistory
}

interface JudgedFrom {
  /** The first local day of a verdict; null where the range is too long ever to be judged. */
  judgedFrom: number | null
  isTooLong: boolean
}

/**
 * Finds the local day from which ranges like those asked for have enough past changes, by moving both into the future
 * until they have. Weeks and months of the calendar move by whole weeks and months.
 */
export function findJudgedFrom({ asked, pair, today, history }: Asked, shift: Shift): JudgedFrom {
  const { unit, step } = shift
  const keptDays = history.keptDays ?? Number.POSITIVE_INFINITY
  const reach = pair.a.to - earliest(moveBack(pair, unit, step * MIN_PAST))
  const longReach = asked.a.from - moveBack(asked, unit, step * REACH_STEPS).a.from
  if (Math.max(reach, longReach) > keptDays) return { judgedFrom: null, isTooLong: true }
  const firstDay = history.firstDay ?? today
  const stride = unit === 'month' ? step : strideOf(asked)
  // All days after the known past are known in the same way, so that the search ends within one more reach.
  const lastDays = Math.max(0, firstDay - pair.a.to) + 2 * reach
  const lastMove = stride + (unit === 'month' ? Math.ceil(lastDays / SHORTEST_MONTH) : lastDays)
  const firstMove = unit === 'day' ? firstDay - (pair.a.to - reach) : 0
  for (
    let moves = Math.max(0, Math.ceil(firstMove / stride));
    moves * stride <= lastMove;
    moves++
  ) {
    const moved = moveBack(pair, unit, -moves * stride)
    const kept = { ...history, firstDay: Math.max(firstDay, moved.a.to - keptDays) }
    if (isKnown(moved, kept) && hasEnoughPast(moved, shift, kept)) {
      return { judgedFrom: moved.a.to, isTooLong: false }
    }
  }
  return { judgedFrom: null, isTooLong: true }
}

const earliest = ({ a, b }: DayPair): number => Math.min(a.from, b.from)

const strideOf = ({ a }: DayPair): number => (areWholeWeeks(a) ? 7 : 1)

function hasEnoughPast(pair: DayPair, { unit, step, steps }: Shift, history: SiteHistory): boolean {
  let known = 0
  for (let back = 1; back <= steps && known < MIN_PAST; back++) {
    if (isKnown(moveBack(pair, unit, step * back), history)) known += 1
  }
  return known === MIN_PAST
}

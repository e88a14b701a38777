import type { TimeRange } from '../../lib/time/time-range.ts'
import { lengthOf, overlap, type DaySpan } from './day-sums.ts'
import { findJudgedFrom, MIN_PAST } from './judged-from.ts'
import {
  areWholeMonths,
  areWholeWeeks,
  byDays,
  moveBack,
  shiftOf,
  type DayPair,
} from './shift-pair.ts'
import { isKnown, isMeasuredAlike, type SiteHistory } from './site-history.ts'
import type { VerdictReason } from './verdict.ts'

/** A pair of ranges of the past. */
export interface PastPair extends DayPair {
  /** The number of steps between this pair and the one that is judged. */
  stepsBack: number
}

/** The ranges that a verdict compares, settled once for every number of an answer. */
export type ComparisonPlan =
  { kind: 'not_comparable'; reason: VerdictReason } | ({ kind: 'comparable' } & Comparison)

export interface Comparison extends DayPair {
  /**
   * The range right before `b`; null unless `b` lies right before `a`, both are whole weeks apart, and both compare
   * with this range.
   */
  c: DaySpan | null
  /** The past pairs whose days were all counted and measured alike, the latest first. */
  past: readonly PastPair[]
  /** The number of steps into the past that were looked at. */
  steps: number
  /** The pair moved back by 51, 52 and 53 weeks, about a year, as far as those days were counted and measured alike. */
  lastYear: readonly DayPair[]
  /** False where the ranges are not whole weeks apart, so that changes between weekdays are usual. */
  areWholeWeeksApart: boolean
  /** The chance below which a change is unusual. */
  level: number
  /** The local days on which the range is over when it is moved forward by one step, by two and so on. */
  laterEnds: readonly number[]
  /**
   * The first local day with a verdict, where too few past changes are known now; null where there never will be one,
   * and where enough are known.
   */
  judgedFrom: number | null
  isTooLong: boolean
  /** The days whose counts are read, in order; no other is looked at. */
  reads: readonly DaySpan[]
}

const LEVEL = 0.05
/**
 * The level for ranges that people may look at on every day: at this level one of 28 looks is wrong about as often as
 * one of four at the usual one.
 */
const DAILY_LEVEL = 0.01
const DAILY_BELOW_DAYS = 28

const YEAR_AGO_DAYS = [357, 364, 371] as const

/**
 * Plans a comparison on the local day `today`. Both ranges are cut to whole days before today: where one reaches today,
 * the other loses the same days.
 */
export function planComparison(
  range: TimeRange,
  before: TimeRange,
  today: number,
  history: SiteHistory,
): ComparisonPlan {
  if (!range.days || !before.days) return { kind: 'not_comparable', reason: 'hours' }
  const asked = { a: range.days, b: before.days }
  const pair = withoutToday(asked, today)
  if (lengthOf(pair.a) <= 0 || lengthOf(pair.b) <= 0) {
    return { kind: 'not_comparable', reason: 'hours' }
  }
  if (!isMeasuredAlike(pair, history)) {
    const touchesGap = history.gaps.some((gap) => overlap(gap, pair.a) || overlap(gap, pair.b))
    return { kind: 'not_comparable', reason: touchesGap ? 'gap' : 'mark' }
  }
  return { kind: 'comparable', ...comparisonOf(range, { asked, pair, today, history }) }
}

interface Settled {
  asked: DayPair
  /** The pair of ranges as asked for, cut before today. */
  pair: DayPair
  today: number
  history: SiteHistory
}

function comparisonOf(range: TimeRange, settled: Settled): Comparison {
  const { asked, pair, today, history } = settled
  const shift = shiftOf(range, asked)
  const { unit, step, steps } = shift
  const past = Array.from({ length: steps }, (_, index) => ({
    ...moveBack(pair, unit, step * (index + 1)),
    stepsBack: index + 1,
  })).filter((earlier) => isKnown(earlier, history))
  const lastYear = YEAR_AGO_DAYS.map((days) => moveBack(pair, 'day', days)).filter((earlier) =>
    isKnown(earlier, history),
  )
  const areWholeWeeksApart = (asked.a.from - asked.b.from) % 7 === 0
  const c = areWholeWeeksApart ? rangeBeforeBoth(settled) : null
  return {
    ...pair,
    c,
    past,
    steps,
    lastYear,
    areWholeWeeksApart,
    level: canBeAskedDaily(asked.a, today) ? DAILY_LEVEL : LEVEL,
    laterEnds: Array.from(
      { length: MIN_PAST },
      (_, index) => moveBack(pair, unit, -step * (index + 1)).a.to,
    ),
    ...(past.length < MIN_PAST
      ? findJudgedFrom(settled, shift)
      : { judgedFrom: null, isTooLong: false }),
    reads: windowsOf([pair, ...past, ...lastYear].flatMap(({ a, b }) => [a, b]).concat(c ?? [])),
  }
}

/** Cuts both ranges after equally many days, where either reaches today. */
function withoutToday({ a, b }: DayPair, today: number): DayPair {
  const reach = Math.min(today - a.from, today - b.from)
  return {
    a: { from: a.from, to: Math.min(a.to, a.from + reach) },
    b: { from: b.from, to: Math.min(b.to, b.from + reach) },
  }
}

/** Returns the range right before B, if B lies right before A and both compare with that range; else null. */
function rangeBeforeBoth({ asked, pair, history }: Settled): DaySpan | null {
  if (asked.b.to !== asked.a.from) return null
  const c = byDays(pair.b, asked.a.from - asked.b.from)
  return isKnown({ a: pair.a, b: c }, history) && isKnown({ a: pair.b, b: c }, history) ? c : null
}

/** The days between two ranges below which they are read at once. */
const APART_DAYS = 28

function windowsOf(ranges: readonly DaySpan[]): DaySpan[] {
  const windows: DaySpan[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = windows.at(-1)
    if (last && range.from - last.to < APART_DAYS) last.to = Math.max(last.to, range.to)
    else windows.push({ ...range })
  }
  return windows
}

const canBeAskedDaily = (asked: DaySpan, today: number): boolean =>
  lengthOf(asked) < DAILY_BELOW_DAYS &&
  !(asked.to <= today && (areWholeWeeks(asked) || areWholeMonths(asked)))

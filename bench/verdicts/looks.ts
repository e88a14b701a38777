import { planComparison, type Comparison } from '../../src/domain/verdicts/comparison-plan.ts'
import { RunningSums, type DaySpan, type DaySums } from '../../src/domain/verdicts/day-sums.ts'

/** A range that is looked at when it is over, with what is known of the past then. */
export interface LookKind {
  name: string
  length: 7 | 28
  /** Past changes, at most. */
  past: number
  /** True where the same weeks of the year before are known. */
  hasYear: boolean
}

export const LOOKS = [
  { name: 'weeks, 26 past and a year', length: 7, past: 26, hasYear: true },
  { name: 'weeks, 26 past', length: 7, past: 26, hasYear: false },
  { name: 'weeks, 12 past', length: 7, past: 12, hasYear: false },
  { name: 'weeks, 8 past', length: 7, past: 8, hasYear: false },
  { name: '28 days, 12 past and a year', length: 28, past: 12, hasYear: true },
  { name: '28 days, 12 past', length: 28, past: 12, hasYear: false },
  { name: '28 days, 8 past', length: 28, past: 8, hasYear: false },
] as const satisfies readonly LookKind[]

/** Days before the end of a range that its past and the year before reach back. */
export const reachOf = ({ length, past, hasYear }: LookKind): number => {
  const pairs = (past + 2) * length
  return hasYear ? Math.max(pairs, 371 + 2 * length) : pairs
}

/** The parts of the rule that may be left out, to see what each is good for. */
export const PARTS = ['back to before', 'as last year', 'gaps'] as const
export type Part = (typeof PARTS)[number]

export interface Look {
  comparison: Comparison
  /** The days are this much later in the plan than in the counts, so that a week begins on a Monday. */
  phase: number
}

/**
 * Plans a look at the range that ends before day `end`. A week of the plan counts as one of the calendar, on any day
 * that it begins. Returns undefined where the range cannot be judged.
 */
export function planLook(
  kind: LookKind,
  end: number,
  { firstDay, gaps, without }: { firstDay: number; gaps: readonly DaySpan[]; without?: Part },
): Look | undefined {
  const reach = reachOf(kind)
  if (end - reach < firstDay) return undefined
  const known = {
    firstDay: kind.hasYear ? firstDay : end - reach,
    gaps: without === 'gaps' ? [] : gaps,
  }
  const look = planEnd(kind.length, end, known)
  if (!look) return undefined
  const { phase, comparison } = look
  if (without === 'back to before') return { phase, comparison: { ...comparison, c: null } }
  if (without === 'as last year') return { phase, comparison: { ...comparison, lastYear: [] } }
  return look
}

/** Plans the same look with all that is known of the past, as long as that is enough for a verdict. */
export function planEnd(
  length: LookKind['length'],
  end: number,
  { firstDay, gaps }: { firstDay: number; gaps: readonly DaySpan[] },
): Look | undefined {
  const from = end - length
  const phase = 6 - ((from + 2) % 7)
  const move = (days: DaySpan): DaySpan => ({ from: days.from + phase, to: days.to + phase })
  const plan = planComparison(
    rangeOf(move({ from, to: end })),
    rangeOf(move({ from: from - length, to: from })),
    end + phase,
    { firstDay: firstDay + phase, gaps: gaps.map(move), marks: [], keptDays: null },
  )
  return plan.kind === 'comparable' && plan.past.length >= 8
    ? { phase, comparison: plan }
    : undefined
}

const rangeOf = (days: DaySpan) => ({ days, instants: { fromMs: 0, toMs: 0 } })

/** The sums of counts, by phase: the same days, counted from another one. */
export const sumsByPhase = (firstDay: number, counts: ArrayLike<number>): RunningSums[] =>
  Array.from({ length: 7 }, (_, phase) => new RunningSums(firstDay + phase, counts))

/** Sums with another number for the range that is judged. */
export class PlantedSums implements DaySums {
  readonly #sums: DaySums
  readonly #days: DaySpan
  readonly #planted: number

  constructor(sums: DaySums, days: DaySpan, planted: number) {
    this.#sums = sums
    this.#days = days
    this.#planted = planted
  }

  over(days: DaySpan): number {
    return days.from === this.#days.from && days.to === this.#days.to
      ? this.#planted
      : this.#sums.over(days)
  }
}

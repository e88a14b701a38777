import type { SiteDb } from '../../../db/site-db.ts'
import type { KindCount } from '../../../db/site/day-counts.ts'
import { excessOf } from '../../domain/verdicts/change.ts'
import { planComparison, type ComparisonPlan } from '../../domain/verdicts/comparison-plan.ts'
import type { DaySpan, DaySums } from '../../domain/verdicts/day-sums.ts'
import { findCountGaps } from '../../domain/verdicts/gaps.ts'
import { isMeasurementMark, markDays } from '../../domain/verdicts/marks.ts'
import type { SiteHistory } from '../../domain/verdicts/site-history.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { localDay } from '../../lib/time/zone.ts'
import { keptDays } from './kept-days.ts'
import { type SiteMark, siteMarks } from './site-marks.ts'

/** The kinds of numbers that marks tell apart: numbers of questions, and all others. */
export type Counted = 'questions' | 'others'

interface Compared {
  range: TimeRange
  before: TimeRange
  now: number
  /** Months for which the plan of the organization keeps daily sums. */
  keptMonths: number
  /** The first local day from which all data is kept, where older data was counted and is gone. */
  knownFrom?: number
}

/** The weeks before the first day that is read from which gaps are searched for. */
const GAP_WEEKS = 8

/**
 * Two ranges of a site, with what its past shows about changes between them. It is determined once for all numbers of
 * an answer.
 */
export interface SiteComparison {
  readonly plans: Readonly<Record<Counted, ComparisonPlan>>
  readonly histories: Readonly<Record<Counted, SiteHistory>>
  /** Known dates between the first and the last day that is compared. */
  readonly marks: readonly SiteMark[]
  /** Counts of each kind on the whole site in the two ranges; empty where the ranges cannot be compared. */
  readonly sides: KindSides
}

/** Counts of each kind in the range (`a`) and in the range before it (`b`). */
export interface KindSides {
  a: ReadonlyMap<number, KindCount>
  b: ReadonlyMap<number, KindCount>
}

/** Compares two ranges of a site: plans what is read, finds gaps and marks, and counts what the ranges have. */
export async function compareSite(
  site: SiteDb,
  { range, before, now, keptMonths, knownFrom = Number.NEGATIVE_INFINITY }: Compared,
): Promise<SiteComparison> {
  const today = localDay(site.row.rollup_timezone, now)
  const { firstDay: began } = await site.dataSpan()
  const firstDay = began === undefined ? undefined : Math.max(began, knownFrom)
  const bare = { firstDay, gaps: [], marks: [], keptDays: keptDays(today, keptMonths) }
  const widest = planComparison(range, before, today, bare)
  if (widest.kind === 'not_comparable') return nothingRead(widest, bare)
  const span = spanOf(widest.reads)
  const [gaps, marks] = await Promise.all([
    findGaps(site, { firstDay, today, span }),
    siteMarks(site, { from: span.from, to: span.to }),
  ])
  const measured = marks.filter(isMeasurementMark)
  const others: SiteHistory = { ...bare, gaps, marks: markDays(measured, 'others') }
  const ofQuestions = markDays(measured, 'questions')
  const isOneHistory = ofQuestions.length === others.marks.length
  const questions = isOneHistory ? others : { ...others, marks: ofQuestions }
  const planOf = (history: SiteHistory) => planComparison(range, before, today, history)
  const plan = planOf(others)
  const { a, b } = widest
  const [inA, inB] = await Promise.all([site.countByKind(a), site.countByKind(b)])
  const compared = spanOf([a, b])
  return {
    plans: { questions: isOneHistory ? plan : planOf(questions), others: plan },
    histories: { questions, others },
    marks: marks.filter(({ day }) => day >= compared.from && day < compared.to),
    sides: { a: inA, b: inB },
  }
}

const nothingRead = (plan: ComparisonPlan, history: SiteHistory): SiteComparison => ({
  plans: { questions: plan, others: plan },
  histories: { questions: history, others: history },
  marks: [],
  sides: { a: new Map(), b: new Map() },
})

async function findGaps(
  site: SiteDb,
  { firstDay, today, span }: { firstDay: number | undefined; today: number; span: DaySpan },
): Promise<DaySpan[]> {
  if (firstDay === undefined) return []
  const from = Math.max(firstDay, span.from - 7 * GAP_WEEKS)
  const to = Math.min(today, span.to)
  return to <= from ? [] : findCountGaps(from, await site.countEventsByDay({ from, to }))
}

const spanOf = (spans: readonly DaySpan[]): DaySpan => ({
  from: Math.min(...spans.map(({ from }) => from)),
  to: Math.max(...spans.map(({ to }) => to)),
})

/** Returns the spans of days that the plans read: those of one plan, or a single span around those of several. */
export function readsOf(plans: readonly ComparisonPlan[]): readonly DaySpan[] {
  const [first, ...others] = [...new Set(plans)].flatMap((plan) =>
    plan.kind === 'comparable' ? [plan.reads] : [],
  )
  if (!first) return []
  return others.length === 0 ? first : [spanOf([first, ...others].flat())]
}

/** Returns the days at which a range that a plan compares begins or ends, in order. */
export function cutsOf(plan: ComparisonPlan): number[] {
  if (plan.kind === 'not_comparable') return []
  const { a, b, c, past, lastYear } = plan
  const ranges = [
    a,
    b,
    ...(c ? [c] : []),
    ...[...past, ...lastYear].flatMap((pair) => [pair.a, pair.b]),
  ]
  return [...new Set(ranges.flatMap(({ from, to }) => [from, to]))].toSorted((x, y) => x - y)
}

/** Returns the factor by which the events of a kind vary more than their readers, on all sites together. */
export function excessOfKind(kind: number, sides: readonly KindSides[]): number {
  const counts = sides.flatMap(({ a, b }) => [a.get(kind), b.get(kind)])
  const sum = (of: keyof KindCount) => counts.reduce((all, one) => all + (one?.[of] ?? 0), 0)
  return excessOf(sum('events'), sum('readers'))
}

/** Returns the readers of a kind in the two ranges of a plan, as sums that know no other days. */
export function readersOf(
  kind: number,
  plan: ComparisonPlan,
  sides: readonly KindSides[],
): DaySums {
  const sum = (side: keyof KindSides) =>
    sides.reduce((all, one) => all + (one[side].get(kind)?.readers ?? 0), 0)
  return twoSums(plan, sum('a'), sum('b'))
}

/** Makes sums over days of two numbers: `inA` for the first range of a plan, and `inB` for any other days. */
export const twoSums = (plan: ComparisonPlan, inA: number, inB: number): DaySums => ({
  over: ({ from, to }) =>
    plan.kind === 'comparable' && from === plan.a.from && to === plan.a.to ? inA : inB,
})

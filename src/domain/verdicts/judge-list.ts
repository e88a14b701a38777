import type { ComparisonPlan } from './comparison-plan.ts'
import { conclude, levelOf, settleOrWeigh } from './judge-against-past.ts'
import { quantile975, upperTail } from './student-t.ts'
import { unweighed, type Judgement } from './verdict.ts'
import type { JudgedSeries, WeighedChange } from './weigh-change.ts'

/** Rows of one answer whose past is read. */
export const MAX_LOOKED_AT = 100

/** The part of the changes of a list that are called unusual which may be so by chance. */
const FALSE_PART = 0.1

/** Real weeks are far off more often than usual sizes say, which a list of many would name. */
const HEAVY_FREEDOM = 4

/** A row before its past is read. */
export interface RowToJudge {
  /** The sum of both ranges: of events of a count, of trials of a rate. */
  size: number
  isTooFew: boolean
}

/**
 * The places of the rows that are judged, of all rows of an answer before its limit: the largest that are not too few.
 * Equal ones are taken in their order.
 */
export function rowsToLookAt(rows: readonly RowToJudge[]): number[] {
  return rows
    .flatMap(({ size, isTooFew }, place) => (isTooFew ? [] : [{ size, place }]))
    .toSorted((a, b) => b.size - a.size || a.place - b.place)
    .slice(0, MAX_LOOKED_AT)
    .map(({ place }) => place)
}

/** The judgement of a row that is not looked at. */
export const notLookedAt = ({ isTooFew }: RowToJudge): Judgement =>
  isTooFew ? unweighed('too_few') : unweighed(null, 'not_looked_at')

/** One number of an answer: those of several sites, or of questions and readers, have plans of their own. */
export interface ChangeInList {
  plan: ComparisonPlan
  series: JudgedSeries
}

export interface JudgedList {
  /** The judgements in the order of the changes. */
  judgements: Judgement[]
  /** How many changes were weighed against each other. */
  lookedAt: number
}

/**
 * Judges together what one answer lists. A change is unusual only where it is so alone and also among the others, whose
 * number makes some look so by chance (Benjamini and Hochberg, JRSS B 57, 1995).
 */
export function judgeList(changes: readonly ChangeInList[]): JudgedList {
  const found = changes.map(({ plan, series }) => ({ plan, one: settleOrWeigh(plan, series) }))
  const chances = found.flatMap(({ one }) => ('verdict' in one ? [] : [heavyChance(one)]))
  const limit = falseDiscoveryLimit(chances)
  const judgements = found.map(({ plan, one }) =>
    'verdict' in one ? one : conclude(one, one.p <= levelOf(plan) && heavyChance(one) <= limit),
  )
  return { judgements, lookedAt: chances.length }
}

/** The chance by heavier tails with the same limit of 5 %. */
const heavyChance = ({ score, freedom }: WeighedChange): number =>
  2 * upperTail((quantile975(HEAVY_FREEDOM) * score) / quantile975(freedom), HEAVY_FREEDOM)

/** The largest chance that still passes; below 0 where none does. */
function falseDiscoveryLimit(chances: readonly number[]): number {
  const sorted = chances.toSorted((a, b) => a - b)
  const last = sorted.findLastIndex(
    (chance, index) => chance <= (FALSE_PART * (index + 1)) / sorted.length,
  )
  return sorted[last] ?? -1
}

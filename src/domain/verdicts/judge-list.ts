import type { ComparisonPlan } from './comparison-plan.ts'
import { conclude, levelOf, settleOrWeigh } from './judge-against-past.ts'
import { quantile975, upperTail } from './student-t.ts'
import { unweighed, type Judgement } from './verdict.ts'
import type { JudgedSeries, WeighedChange } from './weigh-change.ts'

/** The most rows of one answer whose past is read. */
export const MAX_LOOKED_AT = 100

/** The share of the changes called unusual in a list that may be so by chance. */
const FALSE_PART = 0.1

/**
 * The degrees of freedom by which a list weighs changes: low, since real weeks are far off more often than usual sizes
 * say, and a long list would name them.
 */
const HEAVY_FREEDOM = 4

/** A row of an answer before its past is read. */
export interface RowToJudge {
  /** The sum over both ranges: of events of a count, of trials of a rate. */
  size: number
  isTooFew: boolean
}

/**
 * Returns the places of the rows that are judged, of all rows of an answer before its limit: the largest 100 that are
 * not too few. Equal ones are taken in their order.
 */
export function rowsToLookAt(rows: readonly RowToJudge[]): number[] {
  return rows
    .flatMap(({ size, isTooFew }, place) => (isTooFew ? [] : [{ size, place }]))
    .toSorted((a, b) => b.size - a.size || a.place - b.place)
    .slice(0, MAX_LOOKED_AT)
    .map(({ place }) => place)
}

/** Returns the judgement of a row that is not looked at. */
export const notLookedAt = ({ isTooFew }: RowToJudge): Judgement =>
  isTooFew ? unweighed('too_few') : unweighed(null, 'not_looked_at')

/**
 * One number of an answer with its plan: numbers of different sites, or of questions and of readers, have different
 * plans.
 */
export interface ChangeInList {
  plan: ComparisonPlan
  series: JudgedSeries
}

export interface JudgedList {
  /** The judgements in the order of the changes. */
  judgements: Judgement[]
  /** The number of changes that were weighed against each other. */
  lookedAt: number
}

/**
 * Judges all changes of one answer together. A change is unusual only where it is so alone and also among the others,
 * whose number makes some look so by chance (Benjamini and Hochberg, JRSS B 57, 1995).
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

/** Returns the chance of a change by a distribution with heavier tails and the same limit of 5 %. */
const heavyChance = ({ score, freedom }: WeighedChange): number =>
  2 * upperTail((quantile975(HEAVY_FREEDOM) * score) / quantile975(freedom), HEAVY_FREEDOM)

/** Finds the largest chance that still passes; below 0 where no chance does. */
function falseDiscoveryLimit(chances: readonly number[]): number {
  const sorted = chances.toSorted((a, b) => a - b)
  const last = sorted.findLastIndex(
    (chance, index) => chance <= (FALSE_PART * (index + 1)) / sorted.length,
  )
  return sorted[last] ?? -1
}

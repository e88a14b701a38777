import { setImmediate as turn } from 'node:timers/promises'
import type { FactDimension } from '../../../db/facts/dimensions.ts'
import { isTooFew } from '../../domain/verdicts/judge-against-past.ts'
import {
  type ChangeInList,
  judgeList,
  notLookedAt,
  rowsToLookAt,
  type RowToJudge,
} from '../../domain/verdicts/judge-list.ts'
import { type Judgement, unweighed } from '../../domain/verdicts/verdict.ts'
import type { JudgedSeries } from '../../domain/verdicts/weigh-change.ts'
import type { ComparedSites } from './compared-sites.ts'
import { type CountedRow, lacksNeeded, fractionOf } from './metric-value.ts'
import { factValue, type MetricId, metricOf } from './metrics.ts'
import { seriesKindOf } from './series-kind.ts'

/** The counts of one number in both ranges. */
export interface BothSides {
  now: CountedRow
  before: CountedRow
}

/** The changes that an answer judges together, as one list. */
export interface JudgedTogether<T> {
  judgements: T
  /** The number of changes in that list. */
  lookedAt: number
}

const NOT_JUDGED = unweighed(null, 'not_looked_at')

/** Judges the totals of an answer as one list, a metric each. */
export async function judgeTotals(
  sites: ComparedSites,
  metrics: readonly MetricId[],
  sides: BothSides,
): Promise<JudgedTogether<Record<string, Judgement>>> {
  if (sites.areTooMany()) {
    return { judgements: Object.fromEntries(metrics.map((id) => [id, NOT_JUDGED])), lookedAt: 0 }
  }
  const known = metrics.filter((id) => sites.hasDailySums([id]))
  const isRead = known.some((id) => sites.plan(id).kind === 'comparable')
  const counts = isRead ? await sites.totals(known) : undefined
  const found = metrics.map((id): Judgement | ChangeInList => {
    const plan = sites.plan(id)
    if (plan.kind === 'not_comparable') return unweighed('not_comparable', plan.reason)
    if (!counts || !known.includes(id)) return unweighed(null, 'raw_events')
    if (lacksNeeded(id, sides.now) || lacksNeeded(id, sides.before)) return unweighed('too_few')
    const series = { ...sites.series(id, counts, counts), ...sites.readersOfTotal(id) }
    return { plan, series }
  })
  const { judgements, lookedAt } = judgeKnown(found)
  return {
    judgements: Object.fromEntries(metrics.map((id, i) => [id, judgements[i] ?? NOT_JUDGED])),
    lookedAt,
  }
}

interface JudgedRows extends JudgedTogether<Judgement[]> {
  /** The series by day of each row; undefined for a row that was not looked at. */
  series: (JudgedSeries | undefined)[]
}

/** A row to be judged: a metric of one value of a dimension, or of whole sites where `label` is null. */
export interface JudgedRow extends BothSides {
  id: MetricId
  sites: ComparedSites
  label: string | null
}

/** Judges rows as one list. Only the largest of all rows that the answer would have without a limit are looked at. */
export async function judgeRows(
  dimension: FactDimension | undefined,
  rows: readonly JudgedRow[],
): Promise<JudgedRows> {
  const weighed = rows.map((row) => toJudge(dimension, row))
  const places = rowsToLookAt(weighed)
  const looked = places.flatMap((place) => rows[place] ?? [])
  const changes = await readChanges(dimension, looked)
  const { judgements, lookedAt } = judgeKnown(changes)
  const found = new Map(places.map((place, i) => [place, judgements[i]]))
  const series = new Map(places.map((place, i) => [place, seriesIn(changes[i])]))
  return {
    judgements: weighed.map((row, place) => found.get(place) ?? notLookedAt(row)),
    series: rows.map((_, place) => series.get(place)),
    lookedAt,
  }
}

const seriesIn = (change: Judgement | ChangeInList | undefined): JudgedSeries | undefined =>
  change && 'series' in change ? change.series : undefined

/** Reads the daily sums behind the changes of rows; rows of the same sites and metric are read at once. */
async function readChanges(
  dimension: FactDimension | undefined,
  rows: readonly JudgedRow[],
): Promise<(Judgement | ChangeInList)[]> {
  const changes = new Map<JudgedRow, Judgement | ChangeInList>()
  for (const sites of new Set(rows.map((row) => row.sites))) {
    // Daily sums are read on the event loop, so a turn passes between sites.
    await turn()
    const ofSites = rows.filter((row) => row.sites === sites)
    for (const id of new Set(ofSites.map((row) => row.id))) {
      const own = ofSites.filter((row) => row.id === id)
      const found = await readSeries(sites, id, dimension, own)
      for (const [i, row] of own.entries()) changes.set(row, found[i] ?? NOT_JUDGED)
    }
  }
  return rows.map((row) => changes.get(row) ?? NOT_JUDGED)
}

async function readSeries(
  sites: ComparedSites,
  id: MetricId,
  dimension: FactDimension | undefined,
  rows: readonly JudgedRow[],
): Promise<(Judgement | ChangeInList)[]> {
  const plan = sites.plan(id)
  if (sites.areTooMany(rows.length)) return rows.map(() => NOT_JUDGED)
  if (plan.kind === 'not_comparable') {
    return rows.map(() => unweighed('not_comparable', plan.reason))
  }
  if (!sites.hasDailySums([id], dimension)) return rows.map(() => unweighed(null, 'raw_events'))
  const labels = rows.flatMap(({ label }) => label ?? [])
  const values = dimension && (await sites.values(id, dimension, labels))
  const whole = !dimension || isShareOf(id, dimension) ? await sites.totals([id]) : undefined
  return rows.map(({ label }) => {
    const counts = label === null ? whole : values?.get(label)
    if (!counts) return NOT_JUDGED
    const readers = dimension ? {} : sites.readersOfTotal(id)
    return { plan, series: { ...sites.series(id, counts, whole ?? counts), ...readers } }
  })
}

const isShareOf = (id: MetricId, dimension: FactDimension): boolean =>
  factValue(id, [dimension]).by === 'share'

/**
 * Returns the size by which a row is chosen to be judged. Shares are parts of the same whole, so the size of a share is
 * its events.
 */
function toJudge(
  dimension: FactDimension | undefined,
  { id, sites, now, before }: JudgedRow,
): RowToJudge {
  const own = dimension === undefined ? [] : [dimension]
  const sideOf = (row: CountedRow) => {
    const { numerator, denominator } = fractionOf(id, row, own)
    return { k: numerator, n: denominator ?? 1, readers: numerator }
  }
  const [a, b] = [sideOf(now), sideOf(before)]
  const kind = seriesKindOf(id)
  const isOfEvents = kind === 'count' || metricOf(id).value.by === 'share'
  return {
    size: isOfEvents ? a.k + b.k : a.n + b.n,
    isTooFew: sites.plan(id).kind === 'comparable' && isTooFew(kind, a, b),
  }
}

/** Judges the changes that were read as one list, and leaves the judgements that were already made. */
function judgeKnown(found: readonly (Judgement | ChangeInList)[]): JudgedTogether<Judgement[]> {
  const changes = found.filter((one) => 'plan' in one)
  const { judgements, lookedAt } = judgeList(changes)
  const judged = new Map(changes.map((change, i) => [change, judgements[i]]))
  return {
    judgements: found.map((one) => ('plan' in one ? (judged.get(one) ?? NOT_JUDGED) : one)),
    lookedAt,
  }
}

import type { FactDimension } from '../../../db/facts/dimensions.ts'
import { measureRuleOf } from '../../../db/facts/measures.ts'
import type { FactRow } from '../../../db/facts/fact-query.ts'
import { SITE } from './sites-plan.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import type { Cell } from '../../kernel/reads/table.ts'
import type { Comparability } from '../../domain/statistics/comparability.ts'
import type { PairedChange } from '../../domain/statistics/paired-change.ts'
import type { Judgement } from '../../domain/verdicts/verdict.ts'
import { type JudgedChange, judgedChange } from '../../kernel/verdicts/judged-change.ts'
import type { SiteMark } from '../../kernel/verdicts/site-marks.ts'
import type { ComparedSites } from './compared-sites.ts'
import {
  decomposeCount,
  decomposeRatio,
  type Driver,
  type ComparedValue,
} from './decompose-change.ts'
import { type JudgedRow, judgeRows } from './judge-changes.ts'
import { countingInterval, lacksNeeded, fractionOf, type CountedRow } from './metric-value.ts'
import { measuresOf, metricOf, type MetricId } from './metrics.ts'
import { nameCauses } from './name-causes.ts'
import { groupedFactQuery, planQuery } from './plan-query.ts'
import { NO_COUNTS, type QueryRun } from './query-run.ts'
import { pluralize } from '../../lib/text/pluralize.ts'

/** The most values of a dimension that are read of each side; the effects of smaller ones are part of the rest. */
export const MAX_VALUES = 2_000

/** The change of a metric as a whole. */
export interface Change {
  metric: MetricId
  totals: CountedRow
  totalsBefore: CountedRow
  sides: Comparability
  /** The sites whose sums changed, to be judged as one number. */
  compared: ComparedSites
  judgement: Judgement
  judged: JudgedChange
  marks: readonly SiteMark[]
  value: number | null
  valueBefore: number | null
  /** The change of the metric's value; null where one range measured nothing, so that none can be split. */
  effect: number | null
  /** The comparison by which a change of a rate over checks was judged; absent for other metrics. */
  pair?: PairedChange | null
}

interface Judged extends Driver {
  judged: JudgedChange
  /** True where the value changed unusually for its own past, and by more than the whole did. */
  isCause: boolean
}

/** The values of one dimension with their effects on a change, the largest effect first. */
export interface Explanation {
  dimension: FactDimension | typeof SITE
  drivers: Judged[]
  isRatio: boolean
  /** True where each event has one value of the dimension, so that counts add up to the total. */
  isAdditive: boolean
  /** The number of changes that were judged together. */
  lookedAt: number
}

/** The counts of each value of a dimension, by its label, in both ranges. */
export interface ComparedRows {
  now: ReadonlyMap<string, CountedRow>
  before: ReadonlyMap<string, CountedRow>
}

/** Reads the counts of each value of a dimension in both ranges. */
export async function readComparedRows(
  run: QueryRun,
  before: TimeRange,
  dimension: FactDimension,
): Promise<ComparedRows> {
  const query = { ...run.query, dimensions: [dimension], limit: MAX_VALUES }
  const plan = planQuery(query, run.plan.minAskers)
  const read = (range: TimeRange) =>
    run.site.facts({ ...groupedFactQuery({ ...run, query, plan }, range), limit: MAX_VALUES })
  const [now, then] = await Promise.all([read(run.range), read(before)])
  return { now: byLabel(now), before: byLabel(then) }
}

const byLabel = (rows: readonly FactRow[]) => new Map(rows.map((row) => [row.labels[0] ?? '', row]))

export async function readDrivers(
  run: QueryRun,
  before: TimeRange,
  dimension: FactDimension,
  change: Change,
): Promise<Explanation> {
  const rows = await readComparedRows(run, before, dimension)
  return explainBy(dimension, rows, change, (label) => ({ sites: change.compared, label }))
}

/** Returns the labels of all values that occur in either range, in a fixed order. */
export const labelsOf = ({ now, before }: ComparedRows): string[] =>
  [...new Set([...now.keys(), ...before.keys()])].toSorted()

/** Splits a change by values, and judges each; `placeOf` finds the site and value of a label. */
export async function explainBy(
  dimension: Explanation['dimension'],
  rows: ComparedRows,
  change: Change,
  placeOf: (label: string) => Pick<JudgedRow, 'sites' | 'label'>,
): Promise<Explanation> {
  const verdicts = await judgeLabels(dimension, labelsOf(rows), change, (label) => {
    const [now, before] = sidesOf(rows, label)
    return { id: change.metric, ...placeOf(label), now, before }
  })
  return explanationOf(dimension, rows, change, verdicts)
}

const sidesOf = ({ now, before }: ComparedRows, label: string) =>
  [now.get(label) ?? NO_COUNTS, before.get(label) ?? NO_COUNTS] as const

interface LabelVerdicts {
  of: ReadonlyMap<string, Pick<Judged, 'judged' | 'isCause'>>
  lookedAt: number
}

/** Returns an explanation without values, for a metric without a change to split. */
export const unexplained = (dimension: Explanation['dimension']): Explanation => ({
  dimension,
  drivers: [],
  isRatio: false,
  isAdditive: true,
  lookedAt: 0,
})

/** Splits a change by values whose verdicts are known. */
export function explanationOf(
  dimension: Explanation['dimension'],
  rows: ComparedRows,
  { metric, totals, totalsBefore, sides }: Change,
  verdicts: LabelVerdicts,
): Explanation {
  const labels = labelsOf(rows)
  const isRatio = metricOf(metric).unit !== 'count'
  const own = dimension === SITE ? [] : [dimension]
  const ratio = (row: CountedRow) => ratioOf(metric, row, own)
  const ratioBefore = (row: CountedRow) => {
    const { numerator, denominator } = ratio(row)
    return { numerator: isRatio ? numerator : numerator * sides.scale, denominator }
  }
  const parts: ComparedValue[] = labels.map((label) => {
    const [rowNow, rowBefore] = sidesOf(rows, label)
    return { label, now: ratio(rowNow), before: ratioBefore(rowBefore) }
  })
  const drivers = isRatio
    ? decomposeRatio(parts, ratio(totals), ratio(totalsBefore))
    : decomposeCount(parts)
  const judged = drivers
    .flatMap((one) => {
      const found = verdicts.of.get(one.label)
      return found ? [{ ...one, ...found }] : []
    })
    .toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect) || (a.label < b.label ? -1 : 1))
  const isAdditive =
    dimension !== 'tag' &&
    measuresOf(metric).every((measure) => measureRuleOf(measure).by !== 'visitors')
  return { dimension, drivers: judged, isRatio, isAdditive, lookedAt: verdicts.lookedAt }
}

/** Judges the changes of a dimension's values as one list, and decides which of them are causes. */
async function judgeLabels(
  dimension: Explanation['dimension'],
  labels: readonly string[],
  change: Change,
  rowOf: (label: string) => JudgedRow,
) {
  const { metric, sides } = change
  const own = dimension === SITE ? undefined : dimension
  const rows = labels.map(rowOf)
  const { judgements, series, lookedAt } = await judgeRows(own, rows)
  const causes = await nameCauses(change, judgements, series)
  const of = new Map(
    labels.map((label, i) => {
      const { now = NO_COUNTS, before = NO_COUNTS } = rows[i] ?? {}
      const interval = countingInterval(metric, [now, before], own ? [own] : [], sides)
      const judgement = judgements[i] ?? change.judgement
      return [label, { judged: judgedChange(judgement, interval), isCause: causes[i] === true }]
    }),
  )
  return { of, lookedAt }
}

function ratioOf(metric: MetricId, row: CountedRow, dimensions: readonly FactDimension[]) {
  if (lacksNeeded(metric, row)) return { numerator: 0, denominator: 0 }
  const { numerator, denominator } = fractionOf(metric, row, dimensions)
  return { numerator, denominator: denominator ?? 1 }
}

/** One page of the values of a driver, with the effects of the values that it does not list. */
interface DriverPage {
  shown: Judged[]
  /** All values after the page; `sides` are their sums now and before, null for a ratio. */
  others: { values: number; effect: number; sides: [number, number] | null } | null
  /** The part of the change that no value explains; null without one, and after the first page. */
  rest: number | null
}

interface PageOfChange {
  from: number
  limit: number
  change: Change['effect']
}

/** Cuts the page of a driver that begins at `from`: the largest effects, then all later ones together. */
export function driverPage(
  { drivers, isRatio }: Explanation,
  { from, limit, change }: PageOfChange,
): DriverPage {
  const others = drivers.slice(from + limit)
  const whole = change ?? 0
  const left = whole - effectOf(drivers)
  const isLeft =
    from === 0 && change !== null && Math.abs(left) > 1e-9 * Math.max(1, Math.abs(whole))
  const sides: [number, number] = [countOf(others, 'now'), countOf(others, 'before')]
  return {
    shown: drivers.slice(from, from + limit),
    others:
      others.length === 0
        ? null
        : { values: others.length, effect: effectOf(others), sides: isRatio ? null : sides },
    rest: isLeft ? left : null,
  }
}

/** Returns the part of a change that an effect makes; null where the change is 0 or unknown. */
export const shareOf = (effect: number, change: number | null): number | null =>
  change === null || change === 0 ? null : effect / change

/** Makes the rows of a table for one page of a driver. */
export function driverRows(explanation: Explanation, page: PageOfChange): DriverRow[] {
  const { dimension, isRatio, isAdditive } = explanation
  const { shown, others, rest } = driverPage(explanation, page)
  const together = (label: string, effect: number, sides: [number, number] | null): DriverRow => ({
    cells: [
      dimension,
      label,
      ...(sides ?? [null, null]),
      effect,
      shareOf(effect, page.change),
      null,
      null,
    ],
    judged: null,
    isCause: null,
  })
  return [
    ...shown.map((driver) => ({
      cells: [
        dimension,
        driver.label,
        shownSide(driver.now, isRatio),
        shownSide(driver.before, isRatio),
        driver.effect,
        shareOf(driver.effect, page.change),
        driver.rateEffect,
        driver.mixEffect,
      ],
      judged: driver.judged,
      isCause: driver.isCause,
    })),
    ...(others
      ? [together(`(${pluralize(others.values, 'other')})`, others.effect, others.sides)]
      : []),
    ...(rest === null
      ? []
      : [together(isAdditive ? '(rarer values)' : '(under several values)', rest, null)]),
  ]
}

/** A row of a table of drivers; its verdict is added later. */
export interface DriverRow {
  cells: Cell[]
  judged: JudgedChange | null
  /** True for a cause; null for a row of several values, or of the total. */
  isCause: boolean | null
}

const effectOf = (drivers: readonly Driver[]): number =>
  drivers.reduce((sum, { effect }) => sum + effect, 0)

export const shownSide = (
  { numerator, denominator }: ComparedValue['now'],
  isRatio: boolean,
): number | null => {
  if (!isRatio) return numerator
  return denominator === 0 ? null : numerator / denominator
}

const countOf = (drivers: readonly Driver[], side: 'now' | 'before'): number =>
  drivers.reduce((sum, driver) => sum + driver[side].numerator, 0)

import type { FactDimension } from '../../../db/facts/dimensions.ts'
import { measureRuleOf } from '../../../db/facts/measures.ts'
import type { FactRow } from '../../../db/facts/fact-query.ts'
import { SITE } from './sites-plan.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import type { Cell } from '../../kernel/reads/table.ts'
import type { Comparability } from '../../domain/statistics/comparability.ts'
import {
  decomposeCount,
  decomposeRatio,
  type Driver,
  type ComparedValue,
} from './decompose-change.ts'
import { sampleOf, type CountedRow, judgeMetric } from './metric-value.ts'
import { measuresOf, metricOf, type MetricId } from './metrics.ts'
import { groupedFactQuery, planQuery } from './plan-query.ts'
import { NO_COUNTS, type QueryRun } from './query-run.ts'
import { type ChangeVerdict } from '../../domain/statistics/judge-change.ts'
import { pluralize } from '../../lib/text/pluralize.ts'

/** Values of a dimension that are read of each side; the smaller ones stand together. */
const MAX_VALUES = 2_000

/** The change of a metric as a whole. */
export interface Change {
  metric: MetricId
  totals: CountedRow
  totalsBefore: CountedRow
  sides: Comparability
  verdict: ChangeVerdict
  value: number | null
  valueBefore: number | null
  effect: number
}

interface Judged extends Driver {
  verdict: ChangeVerdict | null
}

/** The values of one dimension, largest effect first, and the rest of the change that they leave. */
export interface Explanation {
  dimension: FactDimension | typeof SITE
  drivers: Judged[]
  isRatio: boolean
  /** True when an event has one value only, so that the values add up. */
  isAdditive: boolean
}

/** What is counted of each value of a dimension, by its label, in both ranges. */
export interface ComparedRows {
  now: ReadonlyMap<string, CountedRow>
  before: ReadonlyMap<string, CountedRow>
}

/** Reads what is counted of each value of a dimension. */
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
  return explainBy(dimension, await readComparedRows(run, before, dimension), change)
}

/** Takes a change apart by the values of a dimension. */
export function explainBy(
  dimension: Explanation['dimension'],
  rows: ComparedRows,
  { metric, totals, totalsBefore, sides }: Change,
): Explanation {
  const labels = [...new Set([...rows.now.keys(), ...rows.before.keys()])]
  const sidesOf = (label: string) =>
    [rows.now.get(label) ?? NO_COUNTS, rows.before.get(label) ?? NO_COUNTS] as const

  const isRatio = metricOf(metric).unit === 'ratio'
  const own = dimension === SITE ? [] : [dimension]
  const ratio = (row: CountedRow) => ratioOf(metric, row, own)
  const ratioBefore = (row: CountedRow) => {
    const { numerator, denominator } = ratio(row)
    return { numerator: isRatio ? numerator : numerator * sides.scale, denominator }
  }
  const parts: ComparedValue[] = labels.map((label) => {
    const [rowNow, rowBefore] = sidesOf(label)
    return { label, now: ratio(rowNow), before: ratioBefore(rowBefore) }
  })
  const drivers = isRatio
    ? decomposeRatio(parts, ratio(totals), ratio(totalsBefore))
    : decomposeCount(parts)
  const judged = drivers
    .map((one) => ({ ...one, verdict: judgeMetric(metric, sidesOf(one.label), [], sides) }))
    .toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect) || (a.label < b.label ? -1 : 1))
  const isAdditive = measuresOf(metric).every((measure) => measureRuleOf(measure).by !== 'visitors')
  return { dimension, drivers: judged, isRatio, isAdditive }
}

function ratioOf(metric: MetricId, row: CountedRow, dimensions: readonly FactDimension[]) {
  const { numerator, denominator, isCount } = sampleOf(metric, row, dimensions, 1)
  return { numerator, denominator: isCount ? 1 : denominator }
}

/** Values of a driver that an answer tells one by one, and what they leave of the change. */
interface DriverPage {
  shown: Judged[]
  /** All values that come later, together; their sides where those add up. */
  others: { values: number; effect: number; sides: [number, number] | null } | null
  /** The change that no value explains; on the first page alone. */
  rest: number | null
}

/** Cuts the page of a driver that begins at `from`: the largest effects, then all later ones together. */
export function driverPage(
  { drivers, isRatio }: Explanation,
  { from, limit, change }: { from: number; limit: number; change: number },
): DriverPage {
  const others = drivers.slice(from + limit)
  const left = change - effectOf(drivers)
  const isLeft = from === 0 && Math.abs(left) > 1e-9 * Math.max(1, Math.abs(change))
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

/** The share of an effect in a change; null where nothing changed. */
export const shareOf = (effect: number, change: number): number | null =>
  change === 0 ? null : effect / change

/** The rows of a table for the page of a driver. */
export function driverRows(
  explanation: Explanation,
  page: { from: number; limit: number; change: number },
): Cell[][] {
  const { dimension, isRatio, isAdditive } = explanation
  const { shown, others, rest } = driverPage(explanation, page)
  const together = (label: string, effect: number, sides: [number, number] | null): Cell[] => [
    dimension,
    label,
    ...(sides ?? [null, null]),
    effect,
    shareOf(effect, page.change),
    null,
    null,
    null,
  ]
  return [
    ...shown.map((driver) => [
      dimension,
      driver.label,
      shownSide(driver.now, isRatio),
      shownSide(driver.before, isRatio),
      driver.effect,
      shareOf(driver.effect, page.change),
      driver.rateEffect,
      driver.mixEffect,
      driver.verdict,
    ]),
    ...(others
      ? [together(`(${pluralize(others.values, 'other')})`, others.effect, others.sides)]
      : []),
    ...(rest === null
      ? []
      : [together(isAdditive ? '(rarer values)' : '(under several values)', rest, null)]),
  ]
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

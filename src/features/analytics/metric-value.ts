import type { FactDimension } from '../../../db/facts/dimensions.ts'
import type { FactRow } from '../../../db/facts/fact-query.ts'
import { isOfChecks, measureRuleOf } from '../../../db/facts/measures.ts'
import { factValue, measuresOf, metricOf, type MetricId } from './metrics.ts'
import { changeInterval, type ChangeInterval } from '../../domain/verdicts/interval.ts'
import { eventKindOf, seriesKindOf } from './series-kind.ts'
import { MIN_TRIALS, poissonInterval, wilsonInterval } from '../../domain/statistics/intervals.ts'
import type { Comparability } from '../../domain/statistics/comparability.ts'

/** The counts of a row from which metrics are computed. */
export type CountedRow = Pick<FactRow, 'values' | 'wholes'>

export interface Parts {
  numerator: number
  /** The divisor of a ratio, a share or a mean; null for a count. */
  denominator: number | null
}

/** Returns a function that reads the numerator and denominator of a metric from a row, made once for a whole answer. */
function fractionReader(
  id: MetricId,
  dimensions: readonly FactDimension[],
): (row: CountedRow) => Parts {
  const value = factValue(id, dimensions)
  switch (value.by) {
    case 'measure': {
      const { measure } = value
      // @NOTE without a dimension that it is split by, a share is a part of itself.
      const isWhole = metricOf(id).value.by === 'share'
      return ({ values }) => ({
        numerator: values[measure],
        denominator: isWhole ? values[measure] : null,
      })
    }
    case 'ratio': {
      const { numerator, denominator } = value
      return ({ values }) => ({ numerator: values[numerator], denominator: values[denominator] })
    }
    case 'share': {
      const { measure } = value
      return ({ values, wholes }) => ({
        numerator: values[measure],
        denominator: wholes[measure] ?? 0,
      })
    }
    case 'mean': {
      const { sum, of, unit } = value
      return ({ values }) => ({ numerator: values[sum] / unit, denominator: values[of] })
    }
  }
}

export const fractionOf = (
  id: MetricId,
  row: CountedRow,
  dimensions: readonly FactDimension[],
): Parts => fractionReader(id, dimensions)(row)

/**
 * Returns a function that reads the value of a metric from a row: null, never 0, where there is nothing to divide by.
 */
export function metricReader(
  id: MetricId,
  dimensions: readonly FactDimension[],
): (row: CountedRow) => number | null {
  const parts = fractionReader(id, dimensions)
  return (row) => {
    const { numerator, denominator } = parts(row)
    if (denominator === null) return numerator
    return denominator === 0 || lacksNeeded(id, row) ? null : numerator / denominator
  }
}

/**
 * True where a ratio has no meaning, since the site sends no events of a kind that the ratio needs besides its parts.
 */
export function lacksNeeded(id: MetricId, { values }: CountedRow): boolean {
  const { value } = metricOf(id)
  return value.by === 'ratio' && value.needs !== undefined && values[value.needs] === 0
}

export const metricValue = (
  id: MetricId,
  row: CountedRow,
  dimensions: readonly FactDimension[],
): number | null => metricReader(id, dimensions)(row)

/**
 * Returns for each ratio its numerator, its denominator and its 95 % interval. The interval is null for ratios of
 * engines' answers: those of one run resemble each other, so they are no trials.
 */
export function intervalsOf(
  metrics: readonly MetricId[],
  row: CountedRow,
  dimensions: readonly FactDimension[],
) {
  const ratios = metrics.flatMap((id) => {
    const { numerator, denominator } = fractionOf(id, row, dimensions)
    if (denominator === null || metricOf(id).unit === 'mean') return []
    const isOfTrials = !lacksNeeded(id, row) && !measuresOf(id).every(isOfChecks)
    const ci95 = isOfTrials ? wilsonInterval(numerator, denominator) : null
    return [[id, { numerator, denominator, ci95 }] as const]
  })
  return Object.fromEntries(ratios)
}

/**
 * Returns the number by which rows are ranked by a metric, as `orderValue` of `db/facts` computes it. A rate counts by
 * the upper end of its interval in a rising order and by the lower end in a falling one, and rates of few trials come
 * last.
 */
export function rankOf(
  id: MetricId,
  row: CountedRow,
  dimensions: readonly FactDimension[],
  direction: 'asc' | 'desc',
): number {
  const { numerator, denominator } = fractionOf(id, row, dimensions)
  if (denominator === null) return numerator
  const last = direction === 'asc' ? 1 : -1
  if (denominator === 0 || lacksNeeded(id, row)) return last * 1e12
  if (metricOf(id).unit === 'mean') return numerator / denominator
  const ends = wilsonInterval(numerator, denominator) ?? poissonInterval(numerator, denominator)
  const end = ends?.[direction === 'asc' ? 1 : 0] ?? 0
  return denominator < MIN_TRIALS ? last * 1e6 + end : end
}

/**
 * True for a metric that adds up over sites: of events and visits, and rates of those. Readers do not, since a reader
 * is known by site alone.
 */
export const addsUpOverSites = (id: MetricId): boolean =>
  measuresOf(id).every((measure) => ['events', 'sessions'].includes(measureRuleOf(measure).by))

/**
 * Returns the interval of a change of readers and visits that counting alone explains; null for metrics that count
 * events, and where the two sides were not observed alike.
 */
export function countingInterval(
  id: MetricId,
  [now, before]: readonly [CountedRow, CountedRow],
  dimensions: readonly FactDimension[],
  { observedMs, observedBeforeMs, areCounts }: Observed,
): ChangeInterval | null {
  const kind = seriesKindOf(id)
  if (eventKindOf(id) !== undefined || (kind === 'count' && !areCounts)) return null
  if (lacksNeeded(id, now) || lacksNeeded(id, before)) return null
  const [a, b] = [fractionOf(id, now, dimensions), fractionOf(id, before, dimensions)]
  return changeInterval(
    kind,
    { k: a.numerator, n: a.denominator ?? observedMs },
    { k: b.numerator, n: b.denominator ?? observedBeforeMs },
  )
}

type Observed = Pick<Comparability, 'observedMs' | 'observedBeforeMs' | 'areCounts'>

/**
 * Returns the value of the compared range as a change is computed from it: a count is scaled to the length of the
 * range.
 */
export const comparableValue = (
  id: MetricId,
  before: number | null | undefined,
  scale: number,
): number | null =>
  before === null || before === undefined || metricOf(id).unit !== 'count'
    ? (before ?? null)
    : before * scale

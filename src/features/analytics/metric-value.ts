import type { FactDimension } from '../../../db/facts/dimensions.ts'
import type { FactRow } from '../../../db/facts/fact-query.ts'
import { factValue, metricOf, type MetricId } from './metrics.ts'
import type { Sample } from '../../domain/statistics/judge-change.ts'
import { wilsonInterval } from '../../domain/statistics/intervals.ts'

/** What a row counted, as far as metrics need it. */
export type Counted = Pick<FactRow, 'values' | 'wholes'>

interface Parts {
  numerator: number
  /** Null for a plain count. */
  denominator: number | null
}

/** How a metric is read from a row; found once for a whole answer. */
function partsReader(id: MetricId, dimensions: readonly FactDimension[]): (row: Counted) => Parts {
  const value = factValue(id, dimensions)
  switch (value.by) {
    case 'measure': {
      const { measure } = value
      // @NOTE the part of a whole, where there is nothing that it is split by, is the whole.
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
  }
}

const partsOf = (id: MetricId, row: Counted, dimensions: readonly FactDimension[]): Parts =>
  partsReader(id, dimensions)(row)

/** A metric's value in each row: null, never 0, where there is nothing to divide by. */
export function metricReader(
  id: MetricId,
  dimensions: readonly FactDimension[],
): (row: Counted) => number | null {
  const { needs } = metricOf(id)
  const parts = partsReader(id, dimensions)
  return (row) => {
    if (needs && row.values[needs] === 0) return null
    const { numerator, denominator } = parts(row)
    if (denominator === null) return numerator
    return denominator === 0 ? null : numerator / denominator
  }
}

export const metricValue = (
  id: MetricId,
  row: Counted,
  dimensions: readonly FactDimension[],
): number | null => metricReader(id, dimensions)(row)

/** For each ratio: what was divided by what, and its interval. */
export function intervalsOf(
  metrics: readonly MetricId[],
  row: Counted,
  dimensions: readonly FactDimension[],
) {
  const ratios = metrics.flatMap((id) => {
    const { numerator, denominator } = partsOf(id, row, dimensions)
    if (denominator === null) return []
    const isKnown = metricValue(id, row, dimensions) !== null
    const ci95 = isKnown ? wilsonInterval(numerator, denominator) : null
    return [[id, { numerator, denominator, ci95 }] as const]
  })
  return Object.fromEntries(ratios)
}

/** A metric with what it rests on; a count rests on the time that was observed. */
export function sampleOf(
  id: MetricId,
  row: Counted,
  dimensions: readonly FactDimension[],
  observedMs: number,
): Sample {
  const { numerator, denominator } = partsOf(id, row, dimensions)
  const isCount = denominator === null
  return { isCount, numerator, denominator: denominator ?? observedMs }
}

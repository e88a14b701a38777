import type { FactDimension } from '../../../db/facts/dimensions.ts'
import type { FactRow } from '../../../db/facts/fact-query.ts'
import type { Measure, Values } from '../../../db/facts/measures.ts'
import { factValue, metricOf, type MetricId } from './metrics.ts'
import type { Sample } from '../../core/statistics/verdict.ts'
import { wilson } from '../../core/statistics/intervals.ts'

/** What a row counted, as far as metrics need it. */
export type Counted = Pick<FactRow, 'values' | 'wholes'>

interface Parts {
  numerator: number
  /** Null for a plain count. */
  denominator: number | null
}

function partsOf(id: MetricId, row: Counted, dimensions: readonly FactDimension[]): Parts {
  const value = factValue(id, dimensions)
  switch (value.by) {
    case 'measure':
      // @NOTE the part of a whole, where there is nothing that it is split by.
      return metricOf(id).value.by === 'share'
        ? whole(row.values, value.measure)
        : { numerator: row.values[value.measure], denominator: null }
    case 'ratio':
      return { numerator: row.values[value.numerator], denominator: row.values[value.denominator] }
    case 'share':
      return {
        numerator: row.values[value.measure],
        denominator: row.wholes[value.measure] ?? 0,
      }
  }
}

const whole = (values: Values, measure: Measure): Parts => ({
  numerator: values[measure],
  denominator: values[measure],
})

/** A metric's value: null, never 0, where there is nothing to divide by. */
export function metricValue(
  id: MetricId,
  row: Counted,
  dimensions: readonly FactDimension[],
): number | null {
  const { needs } = metricOf(id)
  if (needs && row.values[needs] === 0) return null
  const { numerator, denominator } = partsOf(id, row, dimensions)
  if (denominator === null) return numerator
  return denominator === 0 ? null : numerator / denominator
}

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
    const ci95 = isKnown ? wilson(numerator, denominator) : null
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

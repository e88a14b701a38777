import { type Cell, shortNumber } from '../../kernel/reads/table.ts'
import { MIN_TRIALS } from '../../domain/statistics/intervals.ts'
import type { AnalyticsResult } from './query.ts'

/** Columns that say how sure the rates of a table are, which stand behind its metrics. */
export interface RateColumns {
  names: string[]
  /** The cells of the n-th row. */
  cells: (row: number) => Cell[]
  notes: string[]
}

const NONE: RateColumns = { names: [], cells: () => [], notes: [] }

/** Makes the 95 % interval of each rate, and one column that names those rates of a row that rest on too few. */
export function rateColumns({
  columns,
  rowIntervals,
}: Pick<AnalyticsResult, 'columns' | 'rowIntervals'>): RateColumns {
  const rates = columns.filter(({ unit }) => unit === 'ratio').map(({ name }) => name)
  if (rates.length === 0 || rowIntervals.length === 0) return NONE
  const isFew = (row: number, rate: string): boolean => {
    const { denominator = 0 } = rowIntervals[row]?.[rate] ?? {}
    return denominator > 0 && denominator < MIN_TRIALS
  }
  return {
    names: [...rates.flatMap((rate) => [`${rate}_low`, `${rate}_high`]), 'too_few'],
    cells: (row) => [
      ...rates.flatMap((rate) =>
        (rowIntervals[row]?.[rate]?.ci95 ?? [null, null]).map((end) => shortNumber(end)),
      ),
      rates.filter((rate) => isFew(row, rate)).join(' ') || null,
    ],
    notes: [
      `_low and _high are the 95 % interval; too_few names rates of under ${MIN_TRIALS} trials; a ranking by a rate goes by the end of its interval, those last`,
    ],
  }
}

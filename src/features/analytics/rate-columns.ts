import { type Cell, shortNumber } from '../../kernel/reads/table.ts'
import { MIN_TRIALS } from '../../domain/statistics/intervals.ts'
import type { AnalyticsResult } from './query.ts'

/** The columns of a table that say how sure its rates are; they follow its metrics. */
export interface RateColumns {
  names: string[]
  /** Returns the cells of these columns in the n-th row, from 0 on. */
  cells: (row: number) => Cell[]
  notes: string[]
}

const NONE: RateColumns = { names: [], cells: () => [], notes: [] }

/**
 * Makes two columns for the ends of each rate's 95 % interval, and one that names the rates of a row with too few
 * trials.
 */
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

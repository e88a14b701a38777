import { type Cell, changeCell } from '../../kernel/reads/table.ts'
import { isCountedDifferently, type JudgedChange } from '../../kernel/verdicts/judged-change.ts'
import { comparableValue } from './metric-value.ts'
import { type MetricId, metricOf } from './metrics.ts'

interface ToldSides {
  value: Cell | undefined
  before: number | null | undefined
}

/**
 * Returns a change in percent; null where the two sides were not observed alike, since a caller would quote the number
 * all the same.
 */
export function toldChange(
  id: MetricId,
  { value, before }: ToldSides,
  { scale, areCounts }: { scale: number; areCounts: boolean },
  judged: JudgedChange | null | undefined,
): Cell {
  const isOfCounts = metricOf(id).unit === 'count'
  if ((judged && isCountedDifferently(judged)) || (isOfCounts && !areCounts)) return null
  return changeCell(value, comparableValue(id, before, scale))
}

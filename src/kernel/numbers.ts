import type { Cell } from './table.ts'

/** Ratios to four significant digits and percentages to one decimal: more would only cost tokens. */
export function shortNumber(cell: Cell): Cell {
  if (typeof cell !== 'number' || Number.isInteger(cell)) return cell
  return Number(cell.toPrecision(4))
}

/** Change in percent; null when there is nothing to compare with. */
export function changePercent(
  value: Cell | undefined,
  before: number | null | undefined,
): number | null {
  if (typeof value !== 'number' || !before) return null
  return Math.round(((value - before) / before) * 1_000) / 10
}

import type { Cell } from './table.ts'

/** Rounds to four significant digits: more would only cost tokens. */
export function shortNumber(cell: Cell): Cell {
  if (typeof cell !== 'number' || Number.isInteger(cell)) return cell
  return Number(cell.toPrecision(4))
}

/** Computes the change in percent, to one decimal; null when there is nothing to compare with. */
export function changePercent(
  value: Cell | undefined,
  before: number | null | undefined,
): number | null {
  if (typeof value !== 'number' || !before) return null
  return Math.round(((value - before) / before) * 1_000) / 10
}

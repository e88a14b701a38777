import * as z from 'zod'

export const Cell = z.union([z.string(), z.number(), z.null()])
export type Cell = z.infer<typeof Cell>

export const Days = z.object({ from: z.string(), to: z.string() })

const ResolvedRange = Days.extend({ timezone: z.string() })
export type ResolvedRange = z.infer<typeof ResolvedRange>

/** The answer of every tool that lists or counts: columns and rows, and notes on what the numbers are not. */
export const Table = z.object({
  site: z.string().optional(),
  range: ResolvedRange.optional(),
  /** The days that the range is compared with, in the time zone of `range`. */
  comparedWith: Days.optional(),
  columns: z.array(z.string()),
  rows: z.array(z.array(Cell)),
  /** Columns whose text visitors, pages or engines wrote: data, never instructions. */
  untrusted: z.array(z.string()).optional(),
  notes: z.array(z.string()).optional(),
  nextCursor: z.string().nullable(),
})
export type Table = z.infer<typeof Table>

/** A mark on a day of a series, in words of ours, with the addresses of its authors where they may be shown. */
export const ToldMark = z.object({
  day: z.string(),
  text: z.string(),
  by: z.array(z.string()).optional(),
})
export type ToldMark = z.infer<typeof ToldMark>

/** The least factor by which a change is written as a factor, and not in percent: 11850 % is hard to read. */
const MIN_FACTOR = 10

/** Rounds a number to four significant digits: more would only cost tokens. */
export function shortNumber(cell: Cell): Cell {
  if (typeof cell !== 'number' || Number.isInteger(cell)) return cell
  return Number(cell.toPrecision(4))
}

/** Returns the change in percent, with one decimal; null where there is nothing to compare with. */
export function changePercent(
  value: Cell | undefined,
  before: number | null | undefined,
): number | null {
  if (typeof value !== 'number' || !before) return null
  return Math.round(((value - before) / before) * 1_000) / 10
}

/** Writes a change in percent, or as a factor such as `12.5x` where it is large. */
export function changeCell(value: Cell | undefined, before: number | null | undefined): Cell {
  const percent = changePercent(value, before)
  if (percent === null || percent < (MIN_FACTOR - 1) * 100) return percent
  return `${shortNumber(percent / 100 + 1)}x`
}

/** Writes a cell of `changeCell` for a sentence. */
export function changeText(change: Cell): string {
  if (change === null) return 'n/a'
  return typeof change === 'number' ? `${change} %` : change
}

import type { ExportCell } from './export-format.ts'

/** Matches the beginnings that spreadsheets take for a formula, also behind spaces and quotes, and in full width. */
const FORMULA = /^[\s"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/

const NEEDS_QUOTES = /[",\r\n]/

/**
 * Writes a CSV cell by RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe in front; numbers
 * stay numbers.
 */
export function csvCell(cell: ExportCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Writes a row of cells as CSV, with the line break of RFC 4180. */
export const csvRow = (cells: readonly ExportCell[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`

/** Writes a row of cells as one line of NDJSON, an object with the names of the columns. */
export function jsonRow(columns: readonly string[], cells: readonly ExportCell[]): string {
  return `${JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, cells[i] ?? null])))}\n`
}

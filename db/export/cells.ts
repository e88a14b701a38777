import type { ExportCell } from './export-format.ts'

/** What spreadsheets take for a formula, also behind spaces and quotes, and in full width. */
const FORMULA = /^[\s"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/

const NEEDS_QUOTES = /[",\r\n]/

/** One CSV cell by RFC 4180. A text that a spreadsheet would run begins with an apostrophe; numbers stay numbers. */
export function csvCell(cell: ExportCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A row as CSV, ended as RFC 4180 wants it. */
export const csvRow = (cells: readonly ExportCell[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`

/** A row as one line of JSON. */
export function jsonRow(columns: readonly string[], cells: readonly ExportCell[]): string {
  return `${JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, cells[i] ?? null])))}\n`
}

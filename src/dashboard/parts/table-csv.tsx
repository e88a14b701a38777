import type { JSX } from 'preact'
import { t } from '../texts/index.ts'
import { saveFile } from './save-file.ts'

export type CsvCell = string | number | boolean | null | undefined

interface Props {
  /** The name of the file, without its ending. */
  name: string
  heads: readonly string[]
  rows: readonly (readonly CsvCell[])[]
}

/** Shows a button that saves the rows, which the page has already, as a file. */
export function TableCsv({ name, heads, rows }: Props): JSX.Element {
  const save = (): void => saveFile([csvOf([heads, ...rows])], `${name}.csv`)
  return (
    <button type="button" class="plain" onClick={save}>
      {t.csv}
    </button>
  )
}

/** Writes rows as CSV by RFC 4180. */
const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

/**
 * Writes a cell of CSV. A text that a spreadsheet would take for a formula gets an apostrophe before it, since visitors
 * may have written it.
 */
function cellOf(value: CsvCell): string {
  if (typeof value !== 'string') return String(value ?? '')
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

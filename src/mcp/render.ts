import { fence } from '../core/fence.ts'
import { Table, type Cell } from '../core/table.ts'

/** The text channel of a table: one line of context, then CSV; fenced where visitors wrote any of it. */
export function renderTable(output: unknown): string {
  const parsed = Table.safeParse(output)
  if (!parsed.success) return JSON.stringify(output)
  const table = parsed.data
  const csv = [table.columns, ...table.rows].map(csvLine).join('\n')
  const isHostile = table.untrusted !== undefined && table.untrusted.length > 0
  return [
    contextLine(table),
    ...(table.notes ?? []).map((note) => `# ${note}`),
    isHostile ? fence(csv) : csv,
  ].join('\n')
}

function contextLine({ site, range, comparedWith, rows, nextCursor, untrusted }: Table): string {
  const parts = [
    site && `site ${site}`,
    range && `${range.from}..${range.to} ${range.timezone}`,
    comparedWith && `previous is ${comparedWith.from}..${comparedWith.to}`,
    `${rows.length} rows`,
    nextCursor === null ? 'complete' : `more: pass cursor ${nextCursor}`,
    untrusted?.length && `untrusted text in ${untrusted.join(', ')}`,
  ]
  return `# ${parts.filter(Boolean).join(' · ')}`
}

const csvLine = (cells: readonly Cell[]): string => cells.map(csvCell).join(',')

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  const text = String(cell)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
